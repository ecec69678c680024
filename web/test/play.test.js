import assert from 'node:assert/strict';
import test from 'node:test';
import { click, explorer, playByClicks, record, settled, status, stones } from './explorer.js';

const mill = explorer();

test('a newcomer without tables can play the whole game at once, against one that looks ahead', async () => {
  const page = await mill.open('/', { reducedMotion: 'no-preference' });
  assert.equal(await page.innerText('#game-title'), 'Nine Men\u2019s Morris');
  assert.match(await page.innerText('#task'), /Your turn: you are White\.\s+Place a stone/);
  assert.match(await page.innerText('#play .known'), /not solved here/);
  assert.doesNotMatch(await page.innerText('main'), /subspace|plane|slot|\?/i, 'no words of ours, and no question marks');
  await click(page, 'd6');
  await settled(page);
  const held = Object.values(await stones(page));
  assert.deepEqual(held.sort(), ['black', 'white'], 'it has replied');
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
  assert.match(await page.innerText('#task'), /Your turn/);
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
  assert.match(await page.innerText('#play .fallback'), /searches, and may be wrong/);
  await page.leave();
});

/** Drags with the mouse from the middle of one element to the middle of another. */
async function drag(page, from, to) {
  const middle = async (selector) => {
    const box = await page.locator(selector).boundingBox();
    return [box.x + box.width / 2, box.y + box.height / 2];
  };
  await page.mouse.move(...(await middle(from)));
  await page.mouse.down();
  const [x, y] = await middle(to);
  await page.mouse.move(x - 30, y - 20, { steps: 4 });
  await page.mouse.move(x, y);
  await page.mouse.up();
}

const point = (name) => `[data-point="${name}"] .touch`;

test('stones are dragged: from the hand onto the board, along a line, and not where they may not go', async () => {
  const page = await mill.open('/#game=standard&stones=5&as=both');
  await drag(page, '.player[data-colour="white"] .hand', point('d6'));
  await settled(page);
  assert.deepEqual(await stones(page), { d6: 'white' });
  await drag(page, '.player[data-colour="black"] .hand', point('d6'));
  assert.match(await status(page), /belongs to White/);
  await page.goto(`${mill.address}/#game=standard&stones=5&start=w_a1a4d7d3_d6b2g4f2&as=both`);
  await page.waitForFunction(() => document.querySelectorAll('.point.held').length === 8);
  await settled(page);
  await drag(page, point('d7'), point('g1'));
  assert.match(await status(page), /cannot go to g1/);
  assert.equal((await stones(page)).d7, 'white', 'it is back where it was');
  await drag(page, point('d7'), point('a7'));
  assert.match(await status(page), /Mill!/);
  assert.equal((await stones(page)).a7, 'white');
  await click(page, 'b2');
  await settled(page);
  assert.deepEqual(await record(page), ['d7-a7xb2']);
  await drag(page, point('d6'), point('f6'));
  await settled(page);
  assert.deepEqual(await record(page), ['d7-a7xb2', 'd6-f6'], 'the other player drags as well');
  await page.leave();
});

test('a stone is dragged with a finger', async () => {
  const page = await mill.open('/#game=standard&stones=5&start=w_a1a4d7d3_d6b2g4f2&as=both', { hasTouch: true, isMobile: true, viewport: { width: 390, height: 844 } });
  const client = await page.context().newCDPSession(page);
  const middle = async (name) => {
    const box = await page.locator(point(name)).boundingBox();
    return { x: box.x + box.width / 2, y: box.y + box.height / 2 };
  };
  const [from, to] = [await middle('a1'), await middle('d1')];
  await client.send('Input.dispatchTouchEvent', { type: 'touchStart', touchPoints: [from] });
  await client.send('Input.dispatchTouchEvent', { type: 'touchMove', touchPoints: [{ x: (from.x + to.x) / 2, y: from.y }] });
  await client.send('Input.dispatchTouchEvent', { type: 'touchMove', touchPoints: [to] });
  await client.send('Input.dispatchTouchEvent', { type: 'touchEnd', touchPoints: [] });
  await page.waitForSelector('#record .ply', { state: 'attached' });
  assert.deepEqual(await record(page), ['a1-d1']);
  await page.leave();
});

test('two people play at one screen, each told what to do, and take back one move at a time', async () => {
  const page = await mill.open('/#game=standard&stones=5&as=white&against=strong');
  await page.check('input[name="as"][value="both"]', { force: true });
  assert.ok(await page.isDisabled('#strength'));
  for (const [name, colour] of [['d6', 'White'], ['f4', 'Black'], ['d2', 'White']]) {
    assert.match(await page.innerText('#task'), new RegExp(`${colour} to move`));
    await click(page, name);
    await settled(page);
  }
  assert.deepEqual(await record(page), ['d6', 'f4', 'd2']);
  await page.click('#take-back');
  await settled(page);
  assert.deepEqual(await record(page), ['d6', 'f4']);
  assert.match(page.url(), /as=both/);
  await page.leave();
});

test('a hint is an arrow to a best move, and says if others are as good', async () => {
  const page = await mill.open('/#game=standard&stones=5&start=w_a1a4d7_b2d2f6&as=white&against=strong');
  await page.click('#hint');
  assert.equal(await page.locator('.arrow.hint').count(), 1);
  assert.match(await status(page), /^Hint: .*from d7 to a7, taking/);
  await click(page, 'd7');
  assert.equal(await page.locator('.arrow.hint').count(), 1, 'it stays while the stone is in hand');
  await page.goto(`${mill.address}/#game=standard&stones=5&as=white&against=strong`);
  await page.waitForFunction(() => document.querySelectorAll('.point.held').length === 0);
  await settled(page);
  await page.keyboard.press('h');
  assert.match(await status(page), /Every move is equally good/);
  assert.equal(await page.locator('.arrow, .arrow-ring').count(), 0, 'where all are equal, none is called the best');
  await page.leave();
});

test('sounds are made for each kind of move, and can be turned off for good', async () => {
  const page = await mill.open('/#game=standard&stones=5&start=w_a1a4d7d3_d6b2g4f2&as=both');
  const last = () => page.evaluate(async () => {
    const { sounds } = await import('/sounds.js');
    const { last: heard } = sounds;
    sounds.last = null;
    return heard;
  });
  await click(page, 'd7');
  await click(page, 'a7');
  assert.equal(await last(), 'mill');
  await click(page, 'b2');
  await settled(page);
  assert.equal(await last(), 'take');
  await page.uncheck('#sound');
  await playByClicks(page, 'd6-f6');
  assert.equal(await last(), null);
  await page.reload();
  await settled(page);
  assert.equal(await page.isChecked('#sound'), false);
  await page.leave();
});

test('at the end the result is told, and the game can be reviewed', async () => {
  const page = await mill.open('/#game=standard&stones=5&start=w_a1a4d7_b2d2f6&as=white&against=strong');
  await playByClicks(page, 'd7-a7xb2');
  assert.equal(await page.innerText('.headline.over h2'), 'You win!');
  assert.match(await page.innerText('.headline.over'), /Black has fewer than three stones/);
  await page.click('#review-game');
  await page.waitForSelector('#analysis:not([hidden])');
  await settled(page);
  assert.equal(Object.keys(await stones(page)).length, 6, 'from its start');
  assert.match(await page.locator('.chip.next').getAttribute('data-move'), /d7-a7xb2/);
  await page.click('#transfer');
  await page.selectOption('#export-format', 'pgn');
  assert.match(await page.inputValue('#export-text'), /\[Date "20\d\d\.\d\d\.\d\d"\]\n\[.*\n?[^]*1\. d7-a7xb2 1-0/);
  await page.leave();
});
