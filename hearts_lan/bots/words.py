"""A proposed card with its reason, in plain words."""

from hearts_lan.bots.policy import Why, choose
from hearts_lan.bots.position import position
from hearts_lan.cards import Card
from hearts_lan.rules import View

SENTENCES = {
    Why.ONLY: "It is the only card you may play.",
    Why.DUCK: "It stays below the card that takes the trick now.",
    Why.CANCEL: "It cancels its twin, so neither can take the trick.",
    Why.LOW_LEAD: "It is the lead least likely to take points.",
    Why.HIGH_LEAD: "It should cost the least of your leads, and gets rid of a high card.",
    Why.FLUSH_QUEEN: "A lower spade helps to force out the queen of spades.",
    Why.DUMP_QUEEN: "Somebody else should take the queen of spades with this trick.",
    Why.DUMP_HEART: "You need not follow suit, so give a heart away.",
    Why.DUMP_HIGH: "You need not follow suit, so get rid of a card that may take tricks later.",
    Why.SPARE: "You need not follow suit, and can spare this card.",
    Why.FREE_HIGH: "There are no points in the trick, so it is a cheap one to take.",
    Why.CHEAP_HIGH: "The trick should cost little, so it is a moment to get rid of a high card.",
    Why.FORCED_HIGH: "You can hardly help taking this trick, so spend a high card on it.",
    Why.LOW_HOPE: "It may take the trick, but somebody after you may have to go higher.",
    Why.TAKE_JACK: "It may win the jack of diamonds, which takes 10 points off.",
    Why.GO_MOON: "Nobody else has taken a heart or a queen of spades, and your cards may take the rest.",
    Why.STOP_MOON: "Taking these points stops a player who may shoot the moon.",
}


def explain(view: View) -> tuple[Card, str]:
    """The card that a normal player would play, and why.  Only on the seat's turn."""
    now = position(view)
    bit, why = choose(now, now.hands[view.seat])
    return now.layout.card(bit), SENTENCES[why]
