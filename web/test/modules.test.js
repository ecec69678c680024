// What the modules compute, each by itself, in the browser that will run them.

import assert from 'node:assert/strict';
import test from 'node:test';
import { explorer } from './explorer.js';

const mill = explorer();

async function inPage(run) {
  const page = await mill.open('/#game=standard&stones=9');
  const answer = await page.evaluate(run);
  await page.leave();
  return answer;
}

test('a link that is written is read again', async () => {
  const [hash, again] = await inPage(async () => {
    const { Game } = await import('/game.js');
    const { read, write } = await import('/link.js');
    const games = [{ name: 'standard', rules: { stones: { white: 9, black: 9 } } }];
    const plies = ['d6', 'f4', 'a1-a4xd7'].map((move) => ({ move }));
    const game = new Game({ name: 'standard', stones: { white: 7, black: 5 }, start: 'w_a1d1.6_b2d2.7', plies, at: 2 });
    const written = write(game);
    const back = read(written, games);
    return [written, { key: back.game.key === game.key, at: back.game.at, troubles: back.troubles }];
  });
  assert.equal(hash, '#game=standard&stones=7,5&start=w_a1d1.6_b2d2.7&moves=d6.f4.a1-a4xd7&ply=2');
  assert.deepEqual(again, { key: true, at: 2, troubles: [] });
});

test('a position is guessed from its looks', async () => {
  const guesses = await inPage(async () => {
    const { looksLikePosition } = await import('/transfer.js');
    return ['start', 'b_a1_b2', 'MFEN/1.0 x', '********/********/********', '1. d6 f4', '[White "x"]', 'd6, f4; d2, b4', '5 14 20'].map(looksLikePosition);
  });
  assert.deepEqual(guesses, [true, true, true, true, false, false, false, false]);
});

test('a move that throws something away is known by the values before and after it', async () => {
  const words = await inPage(async () => {
    const { mistake, mistakeWords } = await import('/mistakes.js');
    const of = (before, after) => {
      const found = mistake({ outcome: before }, { outcome: after });
      return found && mistakeWords(found);
    };
    return [of('win', 'loss'), of('win', 'draw'), of('win', 'win'), of('draw', 'win'), of('draw', 'draw'), of('loss', 'win'), of('unknown', 'win'), of('draw', 'unknown')];
  });
  assert.deepEqual(words, [null, 'throws away the win', 'turns a win into a loss', 'throws away the draw', null, null, null, null]);
});

test('the curve is White\'s view: quick wins of his on top, of Black\'s at the bottom, draws between', async () => {
  const heights = await inPage(async () => {
    const { whiteView } = await import('/words.js');
    const win = (plies) => ({ outcome: 'win', plies });
    const draw = (rank) => ({ outcome: 'draw', plies: null, rank });
    return [whiteView(win(1), 'white', 0), whiteView(win(99), 'white', 0), whiteView(draw(50), 'white', 100), whiteView(draw(0), 'black', 100),
      whiteView(draw(50), 'black', 100), whiteView(win(99), 'black', 0), whiteView(win(1), 'black', 0)];
  });
  assert.deepEqual([...heights].sort((a, b) => b - a), heights);
  assert.equal(heights[3] + 0, 0);
});

test('a set-up position is written in the short form', async () => {
  const text = await inPage(async () => {
    const { shortForm } = await import('/editor.js');
    return shortForm({ turn: 'black', stones: new Map([['d6', 'white'], ['a1', 'white'], ['f4', 'black']]), hands: { white: 0, black: 3 } });
  });
  assert.equal(text, 'b_a1d6_f4.3');
});

test('draws that have been told apart have signs and words of their own', async () => {
  const told = await inPage(async () => {
    const { beside, inFull, signOf, verdict } = await import('/words.js');
    const draw = (rank, ends, words) => ({ outcome: 'draw', plies: null, rank, depth: 3, ends_in: ends, words, source: 'table' });
    const better = draw(40, '5_3_0_0', 'best play ends 5 v 3, clearly better for you');
    const even = draw(0, '3_3_0_0', 'best play ends 3 v 3, even');
    const worse = draw(-7, '3_4_0_1', 'best play ends 3+0 v 4+1, slightly worse for you');
    return [better, even, worse].map((value) => [signOf(value), beside(value), verdict(value, 'white'), inFull(value, 'black')]);
  });
  assert.deepEqual(told, [
    ['=+', '5 v 3', 'Drawn; best play ends 5 v 3, clearly better for White', 'draws; best play ends 5 v 3, clearly better for Black'],
    ['=', '3 v 3', 'Drawn; best play ends 3 v 3, even', 'draws; best play ends 3 v 3, even'],
    ['=\u2212', '3+0 v 4+1', 'Drawn; best play ends 3+0 v 4+1, slightly worse for White', 'draws; best play ends 3+0 v 4+1, slightly worse for Black'],
  ]);
});
