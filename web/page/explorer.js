// The explorer: puts the parts together. It holds the game on the board and asks the server about it; the parts
// draw what it knows and tell it what the reader wants.

import * as api from './api.js';
import * as link from './link.js';
import * as status from './status.js';
import { Analysis } from './analysis.js';
import { Answers } from './answers.js';
import { Board } from './board.js';
import { Chooser } from './chooser.js';
import { Collection } from './collection.js';
import { wire } from './controls.js';
import { find } from './dom.js';
import { Editor } from './editor.js';
import { addressOf, formsOf } from './exports.js';
import { Game, parts } from './game.js';
import { Graph } from './graph.js';
import { Hands } from './hands.js';
import { keep } from './keep.js';
import { Painter } from './paint.js';
import { Play } from './play.js';
import { View } from './points.js';
import { Record } from './record.js';
import { Report } from './report.js';
import { sound } from './sounds.js';
import { t } from './texts.js';
import { Train } from './train.js';
import { Transfer, copyText, resolve } from './transfer.js';
import { Turn } from './turn.js';
import { ending, nameOf, opponent, stopped, verdict } from './words.js';

const FIVE = { white: 5, black: 5 };

export class Explorer {
  #waiting = null;
  #target = null;

  constructor(games) {
    this.games = games;
    this.answers = new Answers(games);
    this.game = null;
    this.position = null;
    this.turn = null;
    this.view = View.parse(keep.read('view'));
    this.hint = null;
    this.collection = new Collection();
    this.hands = new Hands(this);
    this.paint = new Painter(this);
    this.board = new Board(find('board'), {
      onPoint: (point) => this.hands.click(point),
      onAside: () => this.hands.cancel(),
      onGrab: (point) => this.hands.grab(point),
      onDrop: (point) => this.hands.drop(point),
    });
    const onGo = (at) => this.jump(at);
    this.record = new Record({
      onGo: (path) => this.#visit(path),
      onAnnotate: (path, changes) => this.#rewrite(this.game.annotate(path, changes)),
      onPromote: (path) => this.#rewrite(this.game.promote(path), t('say.promoted')),
      onFile: (index) => this.#openOfFile(index),
      onDelete: (path) => this.#rewrite(this.game.remove(path), t('say.deleted')),
    });
    this.graph = new Graph({ onGo });
    this.report = new Report({ onGo });
    this.analysis = new Analysis({
      onMove: (move) => this.makeMove(move),
      onPreview: (move) => this.board.preview(move),
      onLine: (moves) => this.go(moves.reduce((game, move) => game.play(move), this.game), { history: 'push' }),
    });
    this.play = new Play({
      onReply: (game, answer) => this.#reply(game, answer),
      onNew: () => this.newGame(),
      onTakeBack: () => this.#takeBack(),
      onHint: () => this.hands.showHint(),
      onReview: () => this.#review(),
      onSmall: () => this.#choose('standard', FIVE),
      onChange: (changes) => this.#settingsChanged(changes),
      onFail: (error, retry) => this.#noReply(error, retry),
    });
    this.train = new Train({
      onPuzzle: (puzzle) => this.#ask(puzzle),
      onReveal: () => this.#reveal(),
      onShow: () => {
        if (!this.position) return;
        this.paint.board();
        this.paint.panels();
      },
      onLook: () => this.mode('explore'),
    });
    this.editor = new Editor({
      onDraw: () => this.paint.board(),
      onDone: (start) => this.#useSetUp(start),
      onCancel: () => this.closeEditor(),
    });
    this.chooser = new Chooser(games, { onChoose: (name, stones) => this.#choose(name, stones) });
    this.transfer = new Transfer({ onImport: (games) => this.#import(games), say: status.say });
    wire(this);
  }

  entry(name = this.game.name) {
    return this.games.find((game) => game.name === name);
  }

  /** Where the reader wants to be: ahead of the board while an answer is on its way. */
  get target() {
    return this.#target ?? this.game;
  }

  /** Whether an answer is on its way. */
  get waits() {
    return this.#target !== null;
  }

  get whole() {
    return this.answers.whole(this.game);
  }

  /** The end of the game by the rules or, between players, by fifty moves or repetition, which only a whole game knows. */
  get over() {
    return this.position.over ?? (this.play.on ? this.claim : null);
  }

  /** Why players would stop here: the rules of players, not of the game, so one may explore on. */
  get claim() {
    return this.game.atEnd ? this.whole?.over ?? null : null;
  }

  get showValues() {
    if (this.train.on) return this.train.isOver;
    return !this.play.on || this.play.hints || this.over !== null;
  }

  // -- going from game to game ------------------------------------------------------------------------------------

  /** The board changes only when the server has answered: until then the old one stands, and a failure changes nothing. */
  async go(game, { history = null, say = null } = {}) {
    this.play.stop();
    this.#waiting?.abort();
    const waiting = new AbortController();
    this.#waiting = waiting;
    this.#target = game;
    this.busy();
    try {
      const position = await this.answers.position(game, waiting.signal);
      if (waiting.signal.aborted) return false;
      this.arrive(game, position, history, say);
      return true;
    } catch (error) {
      if (api.isAborted(error) || waiting.signal.aborted) return false;
      this.#target = null;
      this.busy();
      if (!this.game) throw error;
      // The stone of the move that failed stands where it was put: back with it.
      this.turn.cancel();
      this.paint.board();
      status.fail(error, error.code === 'no-connection' || error.code === 'busy' ? () => this.go(game, { history, say }) : null);
      return false;
    }
  }

  arrive(game, position, history, say) {
    this.#target = null;
    const stepped = this.game && game.at === this.game.at + 1 && game.name === this.game.name;
    this.game = game;
    this.position = position;
    this.turn = new Turn(position);
    this.hint = null;
    this.#address(history);
    if (stepped) this.#sound();
    this.paint.board();
    this.#announce(say);
    this.play.consider(game, position, this.over);
    this.paint.panels();
    this.busy();
  }

  /** Tells assistive technology, and whoever else waits, that the board is about to change. */
  busy() {
    find('board').setAttribute('aria-busy', String(this.#target !== null || this.play.thinking));
  }

  #address(history) {
    const hash = link.write(this.game, this.train.on ? { train: 'yes' } : this.play.extra);
    try {
      if (history === 'push' && hash !== location.hash) window.history.pushState(null, '', hash);
      else if (history === 'replace') window.history.replaceState(null, '', hash);
    } catch {
      // Some browsers allow only so many changes a minute; the next one will do.
    }
  }

  #sound() {
    const { from, takes } = parts(this.game.last.move);
    sound(takes.length > 0 ? 'take' : from ? 'slide' : 'place');
    const { over } = this;
    if (!over || !this.play.on) return;
    if (!over.winner) sound('draw');
    else sound(this.play.isHere(over.winner) ? 'win' : 'lose');
  }

  #announce(say) {
    const { over, position } = this;
    if (over) {
      status.say(this.play.on ? `${this.play.result(over)} ${ending(over)}` : ending(over));
      return;
    }
    const last = this.game.last ? t('say.played', { name: nameOf(opponent(position.turn)), move: this.game.last.move }) : '';
    const mover = t('say.to-move', { name: nameOf(position.turn) });
    const worth = this.showValues && position.value.outcome !== 'unknown' ? stopped(verdict(position.value, position.turn)) : mover;
    status.say([say, last, worth].filter(Boolean).join(' '));
  }

  // -- what the reader wants --------------------------------------------------------------------------------------

  makeMove(move) {
    const why = this.hands.whyNot();
    if (why) {
      status.refuse(why);
      return;
    }
    if (this.train.on && !this.#judge(move)) return;
    // Between players there is one game; who looks at a game may try variations.
    const game = (this.play.on && this.game.plies[this.game.at]?.move !== move.move ? this.game.cut() : this.game).play(move.move);
    const isNew = game.root !== this.game.root && !game.isOnMainLine;
    this.answers.expect(game, move.position);
    this.go(game, { history: 'push', say: isNew && !this.play.on ? t('say.variation') : null });
  }

  /** Shows a position to train with. */
  #ask(puzzle) {
    this.play.as = null;
    this.go(new Game({ name: puzzle.game, stones: puzzle.stones, start: puzzle.position }), { history: 'replace' });
  }

  /** Whether the move is the right one; a wrong one is told, and taken back. */
  #judge(move) {
    const isRight = this.train.judge(move, this.position.turn);
    if (!isRight) {
      this.turn.cancel();
      status.say(`${t('train.wrong')} ${this.train.said}`);
      this.paint.board();
      this.paint.panels();
    }
    return isRight;
  }

  #reveal() {
    const move = this.train.reveal(this.position);
    const game = this.game.play(move);
    this.answers.expect(game, this.position.moves.find((one) => one.move === move)?.position);
    this.go(game, { history: 'replace', say: this.train.said });
  }

  #reply(asked, answer) {
    if (this.game !== asked || this.#target) return;
    const game = asked.play(answer.move);
    this.answers.expect(game, answer.position);
    this.go(game, { history: 'replace' });
  }

  #noReply(error, retry) {
    this.busy();
    this.paint.panels();
    // Trying again makes no table: the panel says what can be done instead.
    if (error.code === 'missing-table') {
      status.say(t('say.no-reply', { name: nameOf(this.position.turn) }));
      return;
    }
    status.fail(error, () => {
      retry();
      this.busy();
      this.paint.panels();
    });
  }

  jump(at) {
    const to = Math.max(0, Math.min(at, this.target.plies.length));
    if (this.editor.open || to === this.target.at) return;
    this.go(this.target.goTo(to), { history: 'replace' });
  }

  /** To a move of the tree. */
  #visit(path) {
    if (this.editor.open) return;
    this.go(this.target.goToNode(path), { history: 'replace' });
  }

  /** The same game with other signs, comments or variations. */
  #rewrite(game, say = null) {
    this.collection.update(game);
    this.go(game, { history: 'push', say });
  }

  toMistake(direction) {
    const at = this.report.nextFrom(this.target.at, direction);
    if (at === null) status.say(t(direction > 0 ? 'say.no-more-mistakes' : 'say.no-earlier-mistakes'));
    else this.jump(at);
  }

  #takeBack() {
    let at = this.game.at - 1;
    const by = (index) => this.whole?.plies[index]?.by;
    while (at > 0 && by(at) !== undefined && !this.play.isHere(by(at))) at -= 1;
    this.go(this.game.goTo(Math.max(0, at)).cut(), { history: 'push', say: t('say.taken-back') });
  }

  /** The game that was played, from its start. */
  #review() {
    const isNamed = Object.keys(this.game.tags).length > 0;
    const game = this.game.with({ at: 0, tags: isNamed ? this.game.tags : this.play.tags(this.over) });
    if (!isNamed) this.collection.put([game]);
    this.play.as = null;
    this.go(game, { history: 'push' });
  }

  newGame() {
    this.train.stop();
    this.closeEditor(false);
    this.go(this.game.restarted(), { history: 'push', say: t('say.new-game') });
  }

  #choose(name, stones) {
    this.train.stop();
    this.closeEditor(false);
    this.go(new Game({ name, stones }), { history: 'push' });
  }

  #import([game, ...others]) {
    this.train.stop();
    this.closeEditor(false);
    this.play.as = null;
    if (game.plies.length > 0) this.collection.put([game, ...others]);
    const n = game.plies.length;
    const several = others.length > 0 ? t('say.imported-several', { n: others.length + 1 }) : null;
    this.go(game.plies.length > 0 ? game.with(this.collection.read(0)) : game, { history: 'push', say: [several, n ? t('say.imported', { n }) : t('say.imported-position')].filter(Boolean).join(' ') });
  }

  /** Another game of the file that was imported. */
  async #openOfFile(index) {
    const entry = this.collection.choose(index);
    try {
      const game = entry.name ? new Game({ ...entry, at: 0 }) : await resolve(this.game, entry);
      this.collection.settle(index, game);
      this.go(game, { history: 'push' });
    } catch (error) {
      status.fail(error);
    }
  }

  mode(name) {
    this.closeEditor(false);
    this.play.stop();
    this.turn.cancel();
    if (name === 'train') {
      this.play.as = null;
      if (!this.train.on) this.train.next(this.game);
      return;
    }
    this.train.stop();
    if (name === 'play') this.play.as ??= this.position.turn;
    else this.play.as = null;
    this.arrive(this.game, this.position, 'replace', null);
  }

  #settingsChanged({ as, strength }) {
    if (as && this.game.plies.length === 0) this.arrive(this.game, this.position, 'replace', null);
    else if (as || strength) this.arrive(this.game, this.position, 'replace', as && as !== 'both' ? t('say.you-play', { name: nameOf(as) }) : null);
    else {
      this.paint.board();
      this.paint.panels();
    }
  }

  openEditor() {
    this.train.stop();
    this.play.stop();
    this.turn.cancel();
    this.editor.begin(this.game, this.position);
    status.say(t('say.editing'));
    this.paint.board();
    this.paint.panels();
  }

  closeEditor(redraw = true) {
    if (!this.editor.open) return;
    this.editor.end();
    if (redraw) this.arrive(this.game, this.position, null, null);
  }

  #useSetUp(start) {
    this.closeEditor(false);
    this.play.as = null;
    this.go(new Game({ name: this.game.name, stones: this.game.stones, start }), { history: 'push', say: t('say.set-up') });
  }

  async copyLink() {
    if (await copyText(addressOf(this.game))) status.say(t('say.copied-link'));
    else this.openTransfer();
  }

  openTransfer() {
    const { game, position, whole, collection } = this;
    this.transfer.open(game, formsOf({ game, position, whole, entry: this.entry(), collection }));
  }

  look(view) {
    this.view = view;
    keep.write('view', String(view));
    this.paint.board();
  }

}
