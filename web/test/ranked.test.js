import assert from 'node:assert/strict';
import test from 'node:test';
import { explorer } from './explorer.js';

// Whole games of four stones, their draws told apart: taking a stone here leads to an ending that is worse for the taker.
const mill = explorer(['standard --stones 4 --ultra']);
const HERE = '#game=standard&stones=4&start=w_b4b6d6f4_d1c5d5e4';

test('draws are told with where best play ends, the better ones first, and none of equal ones is called the best', async () => {
  const page = await mill.open(`/${HERE}`);
  assert.equal(await page.innerText('.verdict h2'), 'Drawn; best play ends 4 v 4, even');
  const chips = await page.locator('.group.draw .chip').allInnerTexts();
  const ends = chips.map((text) => text.split('\n').at(-1));
  assert.deepEqual([...ends].sort().reverse(), ends);
  assert.equal(ends.filter((end) => end === '4 v 4').length, 7);
  assert.equal(ends.filter((end) => end === '4 v 3').length, 4);
  assert.match(await page.innerText('.line'), /7 first moves are equally good/i);
  await page.leave();
});

test('whoever gives a better draw away is told so, with the better moves', async () => {
  const page = await mill.open(`/${HERE}&moves=f4-f6xc5.d5-c5&ply=0`);
  await page.waitForSelector('text=gave 4 v 4 away for 4 v 3');
  const text = await page.innerText('body');
  assert.match(text, /White: 1 mistake\s+Better draw given away 1/);
  assert.match(text, /better: b4-a4, b4-b2, b4-c4/);
  assert.match(await page.locator('#record .ply').first().innerText(), /\?!/);
  await page.leave();
});
