// Reads a log and computes its deals anew, by protocol/fairness.md and protocol/log.md alone:
//
//     node protocol/examples/deal.mjs game.hearts
//
// Prints the game id, the table code and the hands of every hand that was opened.  Ends with 1, and a sentence, when a
// nonce, a seed, a secret or a pass does not open its commitment, or when a play was not of a card that its seat held.
// It checks no signature and no rule of play: that is the business of a verifier.
import { createHash, createHmac } from "node:crypto";
import { readFileSync } from "node:fs";

const PFX = "hearts-lan/1/";
const bytes = (text) => Buffer.from(text, "utf8");
const hex = (text) => Buffer.from(text, "hex");
const u8 = (x) => Buffer.from([x]);
const u32 = (x) => { const b = Buffer.alloc(4); b.writeUInt32BE(x); return b; };
const lp = (x) => Buffer.concat([u32(x.length), x]);
const H = (tag, ...fields) =>
  createHash("sha256").update(Buffer.concat([bytes(PFX + tag), ...fields].map(lp))).digest();
const MAC = (key, ...parts) => createHmac("sha512", key).update(Buffer.concat(parts)).digest();

// -- cards: 13 · suit + rank ------------------------------------------------------------------------------------------
const RANKS = "23456789TJQKA", SUITS = "CDSH";
const text = (card) => RANKS[card % 13] + SUITS[Math.floor(card / 13)];
const card = (name) => 13 * SUITS.indexOf(name[1]) + RANKS.indexOf(name[0]);
const cardBytes = (cards) => Buffer.from([...cards].sort((a, b) => a - b));

// What one pack leaves out so that n hands are even, and the cycle of passes, in seats to the left (rules.md).
const REMOVED = { 3: ["2D"], 5: ["2C", "2D"], 6: ["3C", "4C", "2D", "3D"], 7: ["3C", "2D", "3D"] };
const passOffset = (players) => {
  const cycle = players === 4 ? [1, -1, 2, 0] : [1, -1];
  return cycle[(hand.number - 1) % cycle.length];
};
function pack(variant, players) {
  const copies = variant === "cancellation" ? 2 : 1;
  const out = copies === 2 ? [] : (REMOVED[players] ?? []).map(card);
  return [...Array(52).keys()].filter((c) => !out.includes(c)).flatMap((c) => Array(copies).fill(c));
}

// -- stream, draw, shuffle --------------------------------------------------------------------------------------------
function* stream(key, label) {
  for (let c = 0; ; c++) yield* MAC(key, lp(bytes(PFX + label)), u32(c));
}
function shuffled(deck, key, label) {
  const source = stream(key, label), cards = [...deck];
  const draw = (m) => { for (;;) { const b = source.next().value; if (b < 256 - (256 % m)) return b % m; } };
  for (let i = cards.length - 1; i > 0; i--) {
    const j = draw(i + 1);
    [cards[i], cards[j]] = [cards[j], cards[i]];
  }
  return cards;
}

// -- canonical JSON: keys sorted, no blanks, only " and \ escaped -----------------------------------------------------
function canonical(value) {
  if (typeof value === "string") return '"' + value.replace(/["\\]/g, "\\$&") + '"';
  if (Array.isArray(value)) return "[" + value.map(canonical).join(",") + "]";
  if (typeof value !== "object") return String(value);
  return "{" + Object.keys(value).sort().map((k) => `${canonical(k)}:${canonical(value[k])}`).join(",") + "}";
}

// -- the log ----------------------------------------------------------------------------------------------------------
function fail(why) { console.log(`WRONG: ${why}`); process.exit(1); }
const same = (found, claimed, why) => { if (found.toString("hex") !== claimed) fail(why); };

let table, gameId, nonces = [], speakers, hand;

const read = {
  table(r) { table = r; speakers = r.seats.map((s) => hex(s.key)); },
  nonce(r) {
    const seat = table.seats[r.by];
    same(H("join", hex(seat.key), hex(r.nonce)), seat.commit, `the nonce of seat ${r.by} opens nothing`);
    nonces.push(hex(r.nonce));
    if (nonces.length < table.seats.length) return;
    const roster = table.seats.map((s, n) =>
      Buffer.concat([u8(n), lp(hex(s.key)), lp(bytes(s.name)), lp(hex(s.commit))]));
    const host = hex(table.host);
    gameId = H("game", host, bytes(canonical(table.rules)), Buffer.concat(roster), Buffer.concat(nonces));
    const code = shuffled([...Array(52).keys()], MAC(gameId, lp(bytes(PFX + "table-code"))), "table-code");
    console.log(`game ${gameId.toString("hex")}\ntable code ${code.slice(0, 5).map(text).join(" ")}`);
  },
  substitute(r) { speakers[r.seat] = hex(r.key); },
  deal(r) { hand = { number: r.hand, commit: r.commit, commits: [], seeds: [], passes: [], plays: [] }; },
  commit(r) { hand.commits.push({ key: speakers[r.by], commit: r.commit }); },
  reveal(r) {
    const { key, commit } = hand.commits[r.by];
    same(dealCommit(r.by, key, hex(r.seed)), commit, `hand ${r.hand}: the seed of seat ${r.by} opens nothing`);
    hand.seeds[r.by] = hex(r.seed);
  },
  pass(r) { hand.passes[r.by] = { key: speakers[r.by], commit: r.commit }; },
  play(r) { hand.plays.push([r.by, card(r.card)]); },
  open(r) {
    same(dealCommit(255, hex(table.host), hex(r.secret)), hand.commit, `hand ${r.hand}: the secret opens nothing`);
    const hands = dealt(hex(r.secret));
    hands.forEach((cards, seat) => console.log(`hand ${r.hand} seat ${seat}: ${cards.map(text).join(" ")}`));
    passCards(hands, r.passes);
    for (const [seat, played] of hand.plays) {
      const at = hands[seat].indexOf(played);
      if (at < 0) fail(`hand ${r.hand}: seat ${seat} played ${text(played)}, which it did not hold`);
      hands[seat].splice(at, 1);
    }
  },
};

const dealCommit = (author, key, secret) =>
  H("deal-commit", gameId, u32(hand.number), u8(author), key, secret);

function dealt(secret) {
  const players = table.seats.length, seeds = hand.seeds.map((seed, n) => Buffer.concat([u8(n), lp(seed)]));
  const key = MAC(secret, lp(bytes(PFX + "deal-key")), lp(gameId), u32(hand.number), u8(players), ...seeds);
  const deck = shuffled(pack(table.rules.variant, players), key, "shuffle");
  const size = Math.floor(deck.length / players), hands = Array.from({ length: players }, () => []);
  deck.slice(0, size * players).forEach((c, position) => hands[position % players].push(c));
  return hands.map((cards) => cards.sort((a, b) => a - b));
}

function passCards(hands, openings) {
  if (openings.length !== hand.passes.length) fail(`hand ${hand.number}: not as many openings as passes`);
  const players = hands.length, offset = passOffset(players);
  const moves = openings.map((opening, from) => {
    const cards = opening.cards.map(card), to = (from + offset + players) % players, { key, commit } = hand.passes[from];
    const found = H("pass-commit", gameId, u32(hand.number), u8(from), u8(to), key, cardBytes(cards), hex(opening.nonce));
    same(found, commit, `hand ${hand.number}: the pass of seat ${from} opens nothing`);
    for (const c of cards) {
      const at = hands[from].indexOf(c);
      if (at < 0) fail(`hand ${hand.number}: seat ${from} passed ${text(c)}, which it was not dealt`);
      hands[from].splice(at, 1);
    }
    return [to, cards];
  });
  for (const [to, cards] of moves) hands[to].push(...cards);
}

for (const line of readFileSync(process.argv[2], "utf8").split("\n").slice(0, -1)) {
  const record = JSON.parse(line.split("\t")[0]);
  read[record.type]?.(record);
}
