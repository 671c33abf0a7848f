from hindsight.cli import main

main()
