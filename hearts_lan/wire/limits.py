"""Every limit of the wire, each with its reason.

Sizes that a peer chooses are bounded here or nowhere.  Times are seconds of a monotonic clock; the clock itself
belongs to the network code.
"""

# Frames
FRAME_BYTES = 64 * 1024
"""Body of a frame, or a line of text with its LF.  The largest message that we send is below it by construction."""
LENGTH_BYTES = 4
"""The length before a msgpack body.  Its top byte is always 00, which tells msgpack from text."""
DEPTH = 8
"""Maps and lists within one another.  Our own messages need four."""
LIST_ITEMS = 32
"""Items of any list; the longest that we send is a hand of 20 cards."""
MAP_ITEMS = 32
"""Keys of any map; the options of a table are the largest."""
INTEGER = 2**31 - 1
"""Integers stay below 2^31 in size, so that every language and the log agree about them."""

# Fields
PAYLOAD_CHARS = 12 * 1024
"""A record's text: four times the largest record (a dispute that quotes a table of 11), and at four bytes a character
still well inside one frame."""
PROGRAM_CHARS = 64
"""Name and version of a program in ``hello``."""
VERSIONS = 16
"""Protocol versions that one program may speak."""
SEATS = 11
"""Seats of the largest game (Cancellation Hearts)."""
HAND_CARDS = 20
"""Cards of the largest hand (five players, two packs)."""
PASS_CARDS = 3
"""Cards that are passed, always."""
OPTIONS = 16
"""Options of a table, with room for a few more than there are."""
WORD_CHARS = 32
"""A code, a command, the key or the text value of an option."""
ARGUMENT_CHARS = 200
"""What follows a command of the host's controls."""
SENTENCE_CHARS = 300
"""A sentence for a person: it must fit on a few lines of the smallest screen."""
CHAT_CHARS = 500
"""One line of chat."""
NAME_COLUMNS = 24
"""Columns of a name; the screens cut further where they must."""
MARKS = 3
"""Characters without a width that may follow one with a width; no living script stacks more, and towers of marks
would spill over other people's lines."""
NAME_CHARS = NAME_COLUMNS * (1 + MARKS)
"""Code points of a name: every column with its marks."""
WAIT_SECONDS = 24 * 3600
"""Longest time limit that a host can announce."""

# Rates and deadlines
HANDSHAKE_SECONDS = 5
"""From the connection to ``join``: strangers hold a place no longer."""
FRAME_SECONDS = 10
"""From the first byte of a frame to its last: a drip of bytes is no peer."""
UNPROVEN_PER_ADDRESS = 8
"""Connections without a proven key from one address: a household behind one router, not a flood."""
UNPROVEN = 64
"""Connections without a proven key in all."""
UNPROVEN_SECONDS = 2
"""So long a connection without a proven key keeps its place when others want it: far more than a handshake takes."""
HANDSHAKES_PER_SECOND = 50
"""TLS handshakes in the long run; each costs more than anything else a stranger can ask for.  Who waits for its turn
behind all others gets it before its place may go to another."""
HANDSHAKE_BURST = 20
"""TLS handshakes at once: a full table and some who watch."""
MESSAGES_PER_SECOND = 100
"""Messages of one peer in the long run; the rest waits in the network.  People and programs at play send far fewer."""
MESSAGE_BURST = 200
"""Messages of one peer at once."""
WATCHERS = 64
"""Peers without a seat at one table: more than a room full of friends, and each costs a copy of every message."""
CHAT_PER_SECOND = 5
"""Lines of chat that a player, or all who watch together, may send in the long run."""
CHAT_BURST = 10
"""Lines of chat that a player, or all who watch together, may send at once."""
HEARTBEAT_SECONDS = 5
"""Time between heartbeats, both ways."""
AWAY_SECONDS = 15
"""Three heartbeats missed: the peer is away."""
OUTGOING_MESSAGES = 256
"""Messages waiting for one peer: a whole hand of the largest game; more means that it does not read."""
