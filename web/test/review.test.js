import assert from 'node:assert/strict';
import test from 'node:test';
import { click, explorer, record, settled, status, stones } from './explorer.js';

const mill = explorer();

// White wins in 1 and does not; then Black throws the draw or worse away.
const SPOILT = '/#game=standard&stones=5&start=w_a1a4d7_b2d2f6&moves=d7-g7.b2-b4.g7-a7xb4';

test('the report tells what each player gave away, by weight, with the better move', async () => {
  const page = await mill.open(`${SPOILT}&ply=0`);
  const first = page.locator('#report .side-report[data-colour="white"] .mistake').first();
  assert.match(await first.innerText(), /^1\. d7-g7 (turns a win into a loss|throws away the win|wins \d+ plies later)$/);
  const others = await page.locator('#report .side-report[data-colour="black"] .mistake').allInnerTexts();
  assert.ok(others.every((text) => /^1\u2026 b2-b4 /.test(text)), others.join());
  await page.waitForFunction(() => /better: d7-a7x/.test(document.querySelector('#report .better').textContent));
  await first.click();
  await settled(page);
  assert.equal(await page.getAttribute('#record [data-ply="1"]', 'aria-current'), 'step');
  await page.leave();
});

test('a key leads from mistake to mistake, and says when there is none', async () => {
  const page = await mill.open(`${SPOILT}&ply=0`);
  const plies = await page.locator('#report .mistake').evaluateAll((all) => all.map((one) => Number(one.dataset.mistake)).sort((a, b) => a - b));
  assert.ok(plies.length > 0);
  for (const ply of plies) {
    await page.keyboard.press('m');
    await page.waitForSelector(`#record [data-ply="${ply}"][aria-current]`);
    await settled(page);
  }
  await page.keyboard.press('m');
  assert.match(await status(page), /No mistake after this ply/);
  await page.keyboard.press('End');
  await settled(page);
  await page.keyboard.press('Shift+M');
  await settled(page);
  assert.ok(plies.includes(Number(await page.getAttribute('#record .ply[aria-current]', 'data-ply'))));
  await page.leave();
});

test('what a move gave away: results, better draws, time', async () => {
  const page = await mill.open('/#game=standard&stones=5');
  const found = await page.evaluate(async () => {
    const { mistake, mistakeWords } = await import('/mistakes.js');
    const draw = (rank, ends) => ({ outcome: 'draw', rank, ends_in: ends });
    const win = (plies) => ({ outcome: 'win', plies });
    const loss = (plies) => ({ outcome: 'loss', plies });
    const words = (before, after) => {
      const one = mistake(before, after);
      return one && `${one.kind}: ${mistakeWords(one)}`;
    };
    return [words(draw(9, '5_3_0_0'), draw(0, '3_3_0_0')), words(draw(9, '5_3_0_0'), draw(-9, '3_5_0_0')), words(win(5), loss(4)),
      words(win(5), loss(30)), words(loss(40), win(3)), words(loss(10), win(5)), words(draw(0), win(3))];
  });
  assert.deepEqual(found, ['worse-draw: gave 5 v 3 away for 3 v 3', null, null, 'slower: wins 26 plies later', 'faster: loses 36 plies sooner', null, 'draw-loss: throws away the draw']);
  await page.leave();
});

test('variations grow, are promoted, commented, signed and deleted, and the link keeps it all', async () => {
  const page = await mill.open('/#game=standard&stones=5&moves=d6.f4.d2.b4&ply=2');
  await click(page, 'a1');
  await settled(page);
  await click(page, 'g7');
  await settled(page);
  assert.match(await status(page), /g7/);
  assert.deepEqual(await page.locator('.variations .ply').allInnerTexts(), ['a1', 'g7']);
  await page.click('#record summary');
  await page.selectOption('#sign', '!?');
  await settled(page);
  await page.fill('#comment', 'why not? {brackets} & more');
  await page.locator('#comment').blur();
  await page.waitForSelector('.comment');
  assert.equal(await page.innerText('.comment'), 'why not? {brackets} & more');
  await page.click('#promote');
  await page.waitForFunction(() => document.querySelector('.variations .ply')?.textContent.startsWith('d2'));
  assert.deepEqual(await record(page), ['d6', 'f4', 'a1', 'd2', 'b4', 'g7!?']);
  await page.reload();
  await settled(page);
  assert.deepEqual(await record(page), ['d6', 'f4', 'a1', 'd2', 'b4', 'g7!?']);
  assert.equal(await page.innerText('.comment'), 'why not? {brackets} & more');
  await page.click('.variations .ply >> nth=1');
  await settled(page);
  assert.deepEqual(await stones(page), { d6: 'white', f4: 'black', d2: 'white', b4: 'black' });
  await page.click('.variations .ply >> nth=0');
  await settled(page);
  await page.click('#record summary');
  await page.click('#delete');
  await page.waitForFunction(() => !document.querySelector('.variations'));
  await settled(page);
  assert.deepEqual(await record(page), ['d6', 'f4', 'a1', 'g7!?']);
  await page.goBack();
  await page.waitForSelector('.variations', { state: 'attached' });
  await page.leave();
});

test('a tree that is written is read again, however deep', async () => {
  const page = await mill.open('/#game=standard&stones=5');
  const [again, troubles] = await page.evaluate(async () => {
    const { read, write } = await import('/movetext.js');
    const points = ['d6', 'f4', 'a1-a4', 'b2xg7', 'a1-a4xd7', 'c3xa1xg7'];
    let seed = 1;
    const random = (n) => {
      seed = (seed * 48271) % 2147483647;
      return seed % n;
    };
    const differences = [];
    for (let round = 0; round < 300; round += 1) {
      const grow = (depth) => {
        let text = '';
        for (let length = 1 + random(6); length > 0; length -= 1) {
          text += (text ? '.' : '') + points[random(points.length)] + ['', '', '!', '?!'][random(4)] + (random(5) ? '' : `{${encodeURIComponent('a (b) {c} . 100% \u00e4')}}`);
          for (let branches = depth < 4 && random(3) === 0 ? 1 + random(2) : 0; branches > 0; branches -= 1) text += `(${grow(depth + 1)})`;
        }
        return text;
      };
      const text = grow(0);
      const { root, trouble } = read(text);
      const moves = (written) => written.replace(/\{[^}]*\}/g, '').match(/[a-g][1-7](-\w\d)?(x\w\d)*/g).length;
      const again = write(root);
      if (trouble || moves(again) !== moves(text) || write(read(again).root) !== again) differences.push(text.slice(0, 80));
    }
    const bad = ['(a1)', 'a1)', 'a1(', 'zz', 'a1{', 'a1{%}', 'a1!!!', '!', 'a1.((((b2', '}'].map((text) => read(text).trouble !== null || read(text).root.children.length > 0);
    return [differences, bad];
  });
  assert.deepEqual(again, []);
  assert.ok(troubles.every(Boolean), 'nothing that cannot be read throws');
  await page.leave();
});

test('the move played next is marked, best moves have arrows and rings where others are worse', async () => {
  const page = await mill.open(`${SPOILT}&ply=0`);
  assert.equal(await page.locator('.chip.next').getAttribute('data-move'), 'd7-g7');
  assert.match(await page.locator('.chip.next').getAttribute('aria-label'), /played next/);
  assert.equal(await page.locator('.arrow.best').count(), 1);
  assert.equal(await page.locator('[data-point="d7"] .halo').count(), 1, 'a ring on the stone that moves best');
  assert.equal(await page.locator('.halo').count(), 1);
  await click(page, 'd7');
  assert.ok(await page.locator('[data-point="a7"] .halo').count() === 1, 'and on where it goes');
  await page.leave();
});
