import assert from 'node:assert/strict';
import test from 'node:test';
import { click, explorer, playByClicks, record, settled, status, stones } from './explorer.js';

const mill = explorer();

test('a newcomer without tables can play five-stone morris at once', async () => {
  const page = await mill.open('/', { reducedMotion: 'no-preference' });
  assert.equal(await page.innerText('#game-title'), 'Five-stone morris');
  assert.match(await page.innerText('#play h2'), /Your turn: you are White/);
  await click(page, 'd6');
  await settled(page);
  const held = Object.values(await stones(page));
  assert.deepEqual(held.sort(), ['black', 'white'], 'the perfect player has replied');
  assert.equal((await record(page)).length, 2);
  await page.leave();
});

test('a whole game is played by clicks to its end, which is announced', async () => {
  const page = await mill.open('/#game=standard&stones=5&as=white&against=random');
  await page.check('#hints');
  let plies = 0;
  while (!(await page.isVisible('.headline.over'))) {
    const best = await page.locator('.chip').first().getAttribute('data-move');
    await playByClicks(page, best);
    plies = (await record(page)).length;
    assert.ok(plies < 400, 'the game comes to an end');
  }
  assert.match(await page.innerText('.headline.over h2'), /You win!|You lose\.|drawn/);
  assert.match(await status(page), /You win!|You lose\.|drawn/);
  assert.ok(await page.isVisible('text=Play again'));
  await click(page, 'd6');
  assert.match(await status(page), /The game is over/);
  await page.click('#new-game');
  await settled(page);
  assert.deepEqual(await stones(page), {});
  await page.leave();
});

test('without hints no value is shown, with hints every move has one', async () => {
  const page = await mill.open('/#game=standard&stones=5&as=white&against=strong');
  assert.equal(await page.locator('.board .badge').count(), 0);
  assert.ok(await page.isHidden('#analysis'));
  await page.check('#hints');
  assert.equal(await page.locator('.board .badge').count(), 24);
  assert.ok(await page.isVisible('#analysis'));
  await page.leave();
});

test('the program begins when the reader plays Black, and takes its move back with his', async () => {
  const page = await mill.open('/#game=standard&stones=5&as=white&against=strong');
  await page.check('input[name="as"][value="black"]', { force: true });
  await page.waitForSelector('#record .ply');
  await settled(page);
  assert.equal((await record(page)).length, 1);
  const held = await stones(page);
  const free = ['a1', 'a4', 'a7'].find((point) => !held[point]);
  await click(page, free);
  await settled(page);
  assert.equal((await record(page)).length, 3);
  await page.click('#take-back');
  await settled(page);
  assert.equal((await record(page)).length, 1);
  await page.leave();
});

test('a click when it is not your turn says so', async () => {
  const page = await mill.open('/#game=standard&stones=5&moves=d6&as=white&against=strong', {
    settle: false,
    routes: { '**/reply?**': (route) => setTimeout(() => route.continue().catch(() => {}), 1500) },
  });
  await page.waitForSelector('text=Black is thinking');
  await click(page, 'a1');
  assert.match(await status(page), /Black's turn/);
  await settled(page);
  await page.leave();
});

test('a player without tables does not pretend to think, and says what can be done', async () => {
  const page = await mill.open('/#game=lasker&as=white&against=erring-30');
  await click(page, 'd6');
  await page.waitForSelector('text=Black cannot reply');
  await settled(page);
  const told = await page.innerText('main');
  assert.doesNotMatch(told, /thinking/);
  assert.equal(told.match(/does not know this game/g).length, 1, 'it is said once');
  assert.equal(await page.locator('#status button').count(), 0, 'trying again would not help');
  await page.click('#play-engine');
  await page.waitForFunction(() => document.querySelectorAll('#record .ply').length === 2);
  await settled(page);
  assert.match(await page.innerText('#play h2'), /Your turn/);
  await page.leave();
});

test('without tables every game can be played at once, and who searches instead of knowing says so', async () => {
  for (const game of ['standard', 'lasker', 'morabaraba']) {
    const page = await mill.open(`/#game=${game}&as=white&against=engine-5`);
    await click(page, 'd6');
    await page.waitForFunction(() => document.querySelectorAll('#record .ply').length === 2);
    await settled(page);
    assert.equal(await page.locator('#play .fallback').count(), 0);
    await page.leave();
  }
  const page = await mill.open('/#game=standard&as=white&against=strong');
  await click(page, 'd6');
  await page.waitForFunction(() => document.querySelectorAll('#record .ply').length === 2);
  assert.match(await page.innerText('#play .fallback'), /strong searches, and may be wrong/);
  await page.leave();
});
