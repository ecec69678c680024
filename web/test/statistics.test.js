import assert from 'node:assert/strict';
import test from 'node:test';
import { explorer, settled, stones } from './explorer.js';

const mill = explorer();

const open = async (hash) => {
  const page = await mill.open(`/statistics.html${hash}`, { settle: false });
  await page.waitForSelector('.rows tbody tr, #status[data-kind="failed"]');
  return page;
};

test('every subspace has its bar, its depths and its longest win', async () => {
  const page = await open('#game=standard&stones=5');
  assert.match(await page.innerText('#total h2'), /^[\d,]+ positions$/);
  const row = page.locator('tr[data-subspace="3_3_0_0"]');
  assert.match(await row.locator('.share').getAttribute('aria-label'), /Win [\d.]+%, Draw .+%, Loss [\d.]+%/);
  await row.locator('button').click();
  await page.waitForSelector('.histogram');
  assert.match(await page.innerText('#depths h2'), /3 v 3/);
  assert.ok((await page.locator('.histogram rect').count()) > 10);
  await page.leave();
});

test('the longest win opens on the board with its value', async () => {
  const page = await open('#game=standard&stones=5');
  const row = page.locator('tr[data-subspace="3_3_0_0"]');
  const deepest = /\d+/.exec(await row.locator('td').nth(3).innerText())[0];
  await row.locator('a.open').click();
  await settled(page);
  assert.equal(Object.keys(await stones(page)).length, 6);
  assert.match(await page.innerText('.verdict h2'), new RegExp(`in ${deepest} plies`));
  await page.leave();
});

test('subspaces are filtered, and another game is a choice away', async () => {
  const page = await open('#game=standard&stones=5');
  await page.check('input[value="moving"]', { force: true });
  const names = await page.locator('.rows tbody tr').evaluateAll((rows) => rows.map((row) => row.dataset.subspace));
  assert.ok(names.length > 0 && names.every((name) => name.endsWith('_0_0')));
  await page.selectOption('#game', 'lasker');
  await page.waitForFunction(() => /Lasker/i.test(document.title));
  await page.waitForSelector('.rows tbody tr, #status[data-kind="failed"]');
  await page.leave();
});

test('without tables the page says so instead of showing nothing', async () => {
  const page = await open('#game=standard&stones=12');
  assert.ok((await page.innerText('#status')).length > 5);
  await page.leave();
});

test('subspaces are put in order of depth', async () => {
  const page = await open('#game=standard&stones=5');
  await page.selectOption('#order', 'deepest');
  const depths = await page.locator('.rows tbody tr td:nth-child(4)').allInnerTexts();
  const numbers = depths.map((text) => Number.parseInt(text, 10)).filter((depth) => !Number.isNaN(depth));
  assert.ok(numbers.length > 3);
  assert.deepEqual([...numbers].sort((a, b) => b - a), numbers);
  await page.leave();
});

test('what is known of a part of a game is not shown as the whole', async () => {
  const whole = await open('#game=standard&stones=5');
  assert.equal(await whole.locator('#partial').count(), 0);
  await whole.leave();
  const page = await open('#game=standard&stones=9');
  await page.waitForSelector('#partial');
  assert.match(await page.innerText('#total h2'), /known here/);
  assert.match(await page.innerText('#partial'), /Not the whole game/);
  await page.leave();
});
