"""Acts that open the hands of sealed boards, each of them audited: printing slips, making boards
up."""
