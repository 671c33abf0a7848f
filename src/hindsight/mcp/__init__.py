"""The MCP server: memory and experience as tools of an agent, over stdio, streamable HTTP and SSE (I2)."""
