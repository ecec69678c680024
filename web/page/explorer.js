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
import { find, keepFocus, make, show } from './dom.js';
import { Editor } from './editor.js';
import { addressOf, formsOf } from './exports.js';
import { Game, parts } from './game.js';
import { Graph } from './graph.js';
import { isBeingSolved, isWhole } from './known.js';
import { openHelp } from './help.js';
import { keep } from './keep.js';
import { leaveFieldsAfterPointer, listen } from './keys.js';
import { languagePicker } from './languages.js';
import { Play } from './play.js';
import { View } from './points.js';
import { showPlayers } from './players.js';
import { Record } from './record.js';
import { Report } from './report.js';
import { playersOfEditor, sceneOfEditor, sceneOfTurn } from './scene.js';
import { settleIn } from './shell.js';
import { sound } from './sounds.js';
import { fillIn, t } from './texts.js';
import { Train } from './train.js';
import { Transfer, copyText, resolve } from './transfer.js';
import { Turn } from './turn.js';
import { ending, gameTitle, moveInWords, nameOf, opponent, stopped, verdict } from './words.js';

const FIVE = { white: 5, black: 5 };
/** Whom a newcomer meets where nothing is known: one that looks ahead a little. */
const FIRST_OPPONENT = 'engine-4';
const WATCH_MILLISECONDS = 5000;

class Explorer {
  #waiting = null;
  #target = null;
  #opening = null;

  constructor(games) {
    this.games = games;
    this.answers = new Answers(games);
    this.game = null;
    this.position = null;
    this.turn = null;
    this.view = View.parse(keep.read('view'));
    this.hint = null;
    this.collection = new Collection();
    this.board = new Board(find('board'), {
      onPoint: (point) => this.#click(point),
      onAside: () => this.#cancel(),
      onGrab: (point) => this.#grab(point),
      onDrop: (point) => this.#drop(point),
    });
    const onGo = (at) => this.#jump(at);
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
      onMove: (move) => this.#play(move),
      onPreview: (move) => this.board.preview(move),
      onLine: (moves) => this.go(moves.reduce((game, move) => game.play(move), this.game), { history: 'push' }),
    });
    this.play = new Play({
      onReply: (game, answer) => this.#reply(game, answer),
      onNew: () => this.#newGame(),
      onTakeBack: () => this.#takeBack(),
      onHint: () => this.#showHint(),
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
        this.#draw();
        this.#drawPanels();
      },
      onLook: () => this.#mode('explore'),
    });
    this.editor = new Editor({
      onDraw: () => this.#draw(),
      onDone: (start) => this.#useSetUp(start),
      onCancel: () => this.#closeEditor(),
    });
    this.chooser = new Chooser(games, { onChoose: (name, stones) => this.#choose(name, stones) });
    this.transfer = new Transfer({ onImport: (games) => this.#import(games), say: status.say });
    this.#wire();
  }

  entry(name = this.game.name) {
    return this.games.find((game) => game.name === name);
  }

  /** Where the reader wants to be: ahead of the board while an answer is on its way. */
  get target() {
    return this.#target ?? this.game;
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
    this.#busy();
    try {
      const position = await this.answers.position(game, waiting.signal);
      if (waiting.signal.aborted) return false;
      this.#arrive(game, position, history, say);
      return true;
    } catch (error) {
      if (api.isAborted(error) || waiting.signal.aborted) return false;
      this.#target = null;
      this.#busy();
      if (!this.game) throw error;
      // The stone of the move that failed stands where it was put: back with it.
      this.turn.cancel();
      this.#draw();
      status.fail(error, error.code === 'no-connection' || error.code === 'busy' ? () => this.go(game, { history, say }) : null);
      return false;
    }
  }

  #arrive(game, position, history, say) {
    this.#target = null;
    const stepped = this.game && game.at === this.game.at + 1 && game.name === this.game.name;
    this.game = game;
    this.position = position;
    this.turn = new Turn(position);
    this.hint = null;
    this.#address(history);
    if (stepped) this.#sound();
    this.#draw();
    this.#announce(say);
    this.play.consider(game, position, this.over);
    this.#drawPanels();
    this.#busy();
  }

  /** Tells assistive technology, and whoever else waits, that the board is about to change. */
  #busy() {
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

  /** Opens what the address says; a damaged link shows what can be shown, and says what is wrong. */
  async openAddress() {
    await api.meet(this.games, link.gameName(location.hash));
    const { game, extra, troubles } = link.read(location.hash, this.games);
    if (!game) {
      await this.#openDefault(troubles);
      return;
    }
    this.#closeEditor(false);
    this.train.stop();
    this.play.read(extra);
    const opening = {};
    this.#opening = opening;
    this.#expect(game);
    const known = game.with(this.collection.recall(game));
    const attempts = [
      () => known,
      () => this.answers.legalPart(game),
      () => new Game({ name: game.name, stones: game.stones }),
      () => this.#defaultGame(),
    ];
    for (const next of attempts) {
      let attempt = null;
      try {
        attempt = await next();
        // Not `go` with a game on the board: it would report and stay, here the next attempt is better.
        await this.answers.position(attempt);
      } catch (error) {
        if (error.code === 'no-connection' || error.code === 'busy') throw error;
        if (!troubles.includes(error.message)) troubles.push(error.message);
        continue;
      }
      if (this.#opening !== opening) return;
      await this.go(attempt, { history: troubles.length ? 'replace' : null });
      if (extra.train) this.#mode('train');
      if (troubles.length) status.refuse(t('say.damaged', { troubles: troubles.join(' ') }));
      return;
    }
    throw api.ourError('bad-answer', troubles.join(' '));
  }

  /** The largest game that can be played well here and now: the tables know it, or the engine looks ahead. */
  #defaultGame() {
    const first = this.games.find((game) => game.name === 'standard') ?? this.games[0];
    return new Game({ name: first.name, stones: first.rules.stones });
  }

  async #openDefault(troubles) {
    const game = this.#defaultGame();
    this.#closeEditor(false);
    this.train.stop();
    const against = isWhole(this.entry(game.name)) ? 'strong' : FIRST_OPPONENT;
    this.play.read({ as: 'white', against: keep.read('strength') ?? against });
    this.#expect(game);
    await this.go(game, { history: 'replace' });
    if (troubles.length) status.refuse(t('say.damaged', { troubles: troubles.join(' ') }));
  }

  /** While the server solves a game, what is known grows: old answers are forgotten as it does. */
  watch() {
    if (!this.games.some(isBeingSolved)) return;
    setTimeout(async () => {
      for (const entry of this.games.filter(isBeingSolved)) {
        const before = entry.solved.here;
        try {
          Object.assign(entry, await api.oneGame(entry.name));
        } catch {
          // It is asked again.
        }
        if (entry.solved.here > before) this.answers.forget();
      }
      if (this.position && !this.editor.open) this.#drawPanels();
      this.watch();
    }, WATCH_MILLISECONDS);
  }

  // -- what the reader does ---------------------------------------------------------------------------------------

  #click(point) {
    if (!this.position) return;
    if (this.editor.open) {
      this.editor.click(point);
      return;
    }
    if (this.#target) {
      status.refuse(t('say.wait'));
      return;
    }
    const why = this.#whyNot();
    if (why) {
      status.refuse(why);
      return;
    }
    const answer = this.turn.click(point);
    if (answer.done) this.#play(answer.done);
    else if (answer.refused) status.refuse(answer.refused);
    else {
      status.say(answer.say);
      if (this.turn.to !== null) sound('mill');
    }
    this.#draw();
    if (!answer.done) this.#drawTurn();
  }

  /** What is said beside the board about a turn in the making. */
  #drawTurn() {
    const { game, position, over, turn } = this;
    if (this.play.on) this.play.showTask(game, position, { over, turn });
    if (!find('analysis').hidden) this.#drawPanels();
  }

  /** The colour of the stone that is picked up for dragging, or null if it may not be. */
  #grab(point) {
    if (!this.position || this.editor.open || this.#target || this.#whyNot()) return null;
    const { turn, position } = this;
    if (point === null) {
      turn.cancel();
      return turn.task.what === 'place' || turn.task.what === 'either' ? position.turn : null;
    }
    if (turn.to !== null || turn.colourAt(point) !== position.turn) return null;
    if (turn.from !== point) this.#click(point);
    return turn.from === point ? position.turn : null;
  }

  #drop(point) {
    if (point !== null && point !== this.turn.from) this.#click(point);
    else {
      this.turn.cancel();
      this.#draw();
      this.#drawTurn();
    }
  }

  /** Why the reader may not move here at all, or null. */
  #whyNot() {
    if (this.train.on) return this.train.isOver || !this.train.puzzle ? t('train.next-first') : null;
    if (this.over) return t('say.over', { why: ending(this.over) });
    if (this.play.on && !this.play.isHere(this.position.turn)) {
      return this.game.atEnd ? t('say.not-yours', { name: nameOf(this.position.turn) }) : t('say.step-to-yours');
    }
    return null;
  }

  #cancel() {
    if (this.editor.open || !this.turn?.begun) return;
    this.turn.cancel();
    status.say(t('turn.cancelled'));
    this.#draw();
    this.#drawTurn();
  }

  #play(move) {
    const why = this.#whyNot();
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
      this.#draw();
      this.#drawPanels();
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
    this.#busy();
    this.#drawPanels();
    // Trying again makes no table: the panel says what can be done instead.
    if (error.code === 'missing-table') {
      status.say(t('say.no-reply', { name: nameOf(this.position.turn) }));
      return;
    }
    status.fail(error, () => {
      retry();
      this.#busy();
      this.#drawPanels();
    });
  }

  #jump(at) {
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

  #toMistake(direction) {
    const at = this.report.nextFrom(this.target.at, direction);
    if (at === null) status.say(t(direction > 0 ? 'say.no-more-mistakes' : 'say.no-earlier-mistakes'));
    else this.#jump(at);
  }

  #takeBack() {
    let at = this.game.at - 1;
    const by = (index) => this.whole?.plies[index]?.by;
    while (at > 0 && by(at) !== undefined && !this.play.isHere(by(at))) at -= 1;
    this.go(this.game.goTo(Math.max(0, at)).cut(), { history: 'push', say: t('say.taken-back') });
  }

  /** Points at a best move, and says how many are as good. */
  #showHint() {
    if (this.#whyNot()) return;
    this.turn.cancel();
    const { moves, turn } = this.position;
    const [first] = moves;
    const best = moves.filter((move) => move.best);
    // Where all moves are equally good, none of them is pointed at.
    const anyWillDo = best.length === moves.length;
    this.hint = anyWillDo ? null : best[0] ?? (first.source === 'estimate' ? first : null);
    if (anyWillDo) status.say(t('play.hint.all'));
    else if (!this.hint) status.say(t('play.hint.none'));
    else if (best.length === 0) status.say(t('play.hint.estimate', { way: moveInWords(this.hint) }));
    else status.say(t('play.hint.several', { n: best.length, name: nameOf(turn), way: moveInWords(this.hint) }));
    this.#draw();
    this.#drawTurn();
  }

  /** The game that was played, from its start. */
  #review() {
    const isNamed = Object.keys(this.game.tags).length > 0;
    const game = this.game.with({ at: 0, tags: isNamed ? this.game.tags : this.play.tags(this.over) });
    if (!isNamed) this.collection.put([game]);
    this.play.as = null;
    this.go(game, { history: 'push' });
  }

  #newGame() {
    this.train.stop();
    this.#closeEditor(false);
    this.go(this.game.restarted(), { history: 'push', say: t('say.new-game') });
  }

  #choose(name, stones) {
    this.train.stop();
    this.#closeEditor(false);
    this.go(new Game({ name, stones }), { history: 'push' });
  }

  #import([game, ...others]) {
    this.train.stop();
    this.#closeEditor(false);
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

  #mode(name) {
    this.#closeEditor(false);
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
    this.#arrive(this.game, this.position, 'replace', null);
  }

  #settingsChanged({ as, strength }) {
    if (as && this.game.plies.length === 0) this.#arrive(this.game, this.position, 'replace', null);
    else if (as || strength) this.#arrive(this.game, this.position, 'replace', as && as !== 'both' ? t('say.you-play', { name: nameOf(as) }) : null);
    else {
      this.#draw();
      this.#drawPanels();
    }
  }

  #openEditor() {
    this.train.stop();
    this.play.stop();
    this.turn.cancel();
    this.editor.begin(this.game, this.position);
    status.say(t('say.editing'));
    this.#draw();
    this.#drawPanels();
  }

  #closeEditor(redraw = true) {
    if (!this.editor.open) return;
    this.editor.end();
    if (redraw) this.#arrive(this.game, this.position, null, null);
  }

  #useSetUp(start) {
    this.#closeEditor(false);
    this.play.as = null;
    this.go(new Game({ name: this.game.name, stones: this.game.stones, start }), { history: 'push', say: t('say.set-up') });
  }

  async #copyLink() {
    if (await copyText(addressOf(this.game))) status.say(t('say.copied-link'));
    else this.#openTransfer();
  }

  #openTransfer() {
    const { game, position, whole, collection } = this;
    this.transfer.open(game, formsOf({ game, position, whole, entry: this.entry(), collection }));
  }

  #look(view) {
    this.view = view;
    keep.write('view', String(view));
    this.#draw();
  }

  // -- drawing ----------------------------------------------------------------------------------------------------

  #draw() {
    const upsideDown = this.view.onScreen({ x: 0, y: 1 }).y > 0;
    if (this.editor.open) {
      this.board.show(sceneOfEditor(this.editor, this.view));
      showPlayers(playersOfEditor(this.editor.position), { upsideDown });
      return;
    }
    const { position, over } = this;
    const turn = this.#whyNot() ? null : this.turn;
    const last = this.game.last ? parts(this.game.last.move) : null;
    this.board.show(sceneOfTurn({ position, turn, showValues: this.showValues, view: this.view, last, animate: this.game.boardKey, hint: this.hint }));
    showPlayers(position, { roles: this.play.roles, you: this.play.as, over, upsideDown });
    for (const colour of ['white', 'black']) {
      const mayDrag = turn && position.turn === colour && position[colour].hand > 0;
      document.querySelector(`.player[data-colour="${colour}"] .hand`)?.classList.toggle('draggable', Boolean(mayDrag));
    }
  }

  #drawPanels() {
    keepFocus(() => this.#fillPanels());
  }

  /** Until the first answer is here, the page says at least which game it waits for. */
  #expect(game) {
    if (this.position) return;
    this.#drawTitle(game);
    find('record').replaceChildren(make('p', { class: 'faint', id: 'waiting' }, t('page.asking')));
  }

  #drawTitle(game) {
    const title = gameTitle(this.entry(game.name), game.stones);
    find('game-title').textContent = title;
    document.title = t('page.title', { title });
    find('to-statistics').href = `statistics.html#game=${game.name}&stones=${link.writeStones(game.stones)}`;
  }

  #fillPanels() {
    const { game, position, over } = this;
    const editing = this.editor.open;
    this.#drawTitle(game);
    const training = this.train.on && !editing;
    for (const [mode, on] of [['play', this.play.on && !editing], ['train', training], ['explore', !this.play.on && !editing && !training]]) {
      find(`mode-${mode}`).setAttribute('aria-pressed', String(on));
    }
    find('edit').setAttribute('aria-pressed', String(editing));
    show(find('play'), this.play.on && !editing);
    show(find('train'), training);
    show(find('editor'), editing);
    // The end of a game one has played is told once, in the panel about playing.
    const valued = this.showValues && !editing && !(this.play.on && over);
    show(find('analysis'), valued);
    show(find('record'), !editing);
    const { turn, whole } = this;
    document.body.dataset.mode = editing ? 'edit' : training ? 'train' : this.play.on ? 'play' : 'review';
    this.train.show(position);
    this.play.show(game, position, { over, turn, entry: this.entry() });
    if (valued) this.analysis.show(position, { over, claim: this.claim, next: game.plies[game.at]?.move ?? null, turn });
    this.record.show(game, whole, {
      collection: this.collection, showValues: this.showValues, mayEdit: !this.play.on && !training });
    this.graph.show(game, this.showValues && !editing && !training ? whole : null);
    this.report.show(game, !this.play.on && !editing && !training ? whole : null);
    find('first').disabled = game.at === 0 || editing;
    find('back').disabled = game.at === 0 || editing;
    find('forward').disabled = game.atEnd || editing;
    find('last').disabled = game.atEnd || editing;
  }

  #wire() {
    const whenReady = (action) => () => {
      if (this.position) action();
    };
    const press = (id, action) => find(id).addEventListener('click', whenReady(action));
    const steps = {
      first: () => this.#jump(0),
      back: () => this.#jump(this.target.at - 1),
      forward: () => this.#jump(this.target.at + 1),
      last: () => this.#jump(this.target.plies.length),
    };
    for (const [id, step] of Object.entries(steps)) press(id, step);
    const rotate = () => this.#look(this.view.rotated());
    const mirror = () => this.#look(this.view.flipped());
    const edit = () => (this.editor.open ? this.#closeEditor() : this.#openEditor());
    const help = openHelp;
    press('rotate', rotate);
    press('mirror', mirror);
    press('edit', edit);
    press('transfer', () => this.#openTransfer());
    press('copy', () => this.#copyLink());
    press('help', help);
    press('choose', () => this.chooser.open(this.game.name, this.game.stones));
    press('mode-play', () => this.#mode('play'));
    press('mode-explore', () => this.#mode('explore'));
    press('mode-train', () => this.#mode('train'));
    const keys = {
      ArrowLeft: steps.back, ArrowRight: steps.forward, ',': steps.back, '.': steps.forward, Home: steps.first, End: steps.last,
      Escape: () => this.#cancel(), r: rotate, f: mirror, e: edit, i: () => this.#openTransfer(), n: () => this.#newGame(), '?': help,
      m: () => this.#toMistake(1), 'Shift+m': () => this.#toMistake(-1), h: () => this.#showHint(),
    };
    listen(Object.fromEntries(Object.entries(keys).map(([key, action]) => [key, whenReady(action)])));
    leaveFieldsAfterPointer();
    for (const id of ['player-top', 'player-bottom']) {
      find(id).addEventListener('pointerdown', (event) => {
        if (event.target.closest('.hand.draggable')) this.board.grabFromHand(event);
      });
    }
    window.addEventListener('popstate', () => start(this));
  }
}

/** Opens the address; a failure is told with a way to try again. */
async function start(explorer) {
  try {
    await explorer.openAddress();
  } catch (error) {
    status.fail(error, () => start(explorer));
  }
}

window.addEventListener('server-busy', ({ detail }) => {
  status.busy(detail);
  find('waiting')?.replaceChildren(status.busyWords(detail));
});

async function begin() {
  status.say(t('page.asking'));
  try {
    const games = await api.games();
    const explorer = new Explorer(games);
    await start(explorer);
    explorer.watch();
  } catch (error) {
    status.fail(error, begin);
  }
}

fillIn();
languagePicker();
settleIn();
begin();
