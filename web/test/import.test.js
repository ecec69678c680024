import assert from 'node:assert/strict';
import test from 'node:test';
import { assertNoSideScroll, explorer, record, settled, status, stones } from './explorer.js';

const mill = explorer();

const PGN = `[Event "Club evening"]
[White "Ada"]
[Black "Bo"]
[Result "*"]
[Variant "Nine Men's Morris"]

1. d6 {the strongest point} f4 2. d2? b4 3. f6! b6 *
`;

async function paste(page, text) {
  await page.click('#transfer');
  await page.fill('#import-text', text);
  await page.click('#import-go');
}

test('a PGN is stepped through with its marks and comments', async () => {
  const page = await mill.open('/#game=standard&stones=9');
  await paste(page, PGN);
  await page.waitForSelector('#exchange', { state: 'hidden' });
  await page.waitForSelector('#record .ply');
  await settled(page);
  assert.deepEqual(await stones(page), {}, 'it begins at the start');
  assert.match(await page.innerText('#record .tags'), /Ada \u2013 Bo/);
  const moves = await record(page);
  assert.equal(moves.length, 6);
  assert.match(moves[2], /^d2\s*\?$/);
  assert.match(moves[4], /^f6\s*!$/);
  await page.keyboard.press('ArrowRight');
  await settled(page);
  assert.deepEqual(await stones(page), { d6: 'white' });
  assert.equal(await page.innerText('#record .comment'), 'the strongest point');
  await page.keyboard.press('End');
  await settled(page);
  assert.equal(Object.keys(await stones(page)).length, 6);
  await page.click('#record [data-ply="3"]');
  await settled(page);
  assert.deepEqual(await stones(page), { d6: 'white', f4: 'black', d2: 'white' });
  await page.keyboard.press('Home');
  await settled(page);
  assert.deepEqual(await stones(page), {});
  await page.leave();
});

test('positions come in as FEN, MFEN and short form, and as a move list', async () => {
  const page = await mill.open('/#game=standard&stones=5');
  await paste(page, '***O**@*/@****@*O/OO@***@O b m p 5 0 5 0 0 0 -1 -1 -1 -1 0 0 1 ids:nodes');
  await page.waitForSelector('.point.held');
  await settled(page);
  assert.equal(Object.keys(await stones(page)).length, 10);
  assert.match(await status(page), /Imported a position/);

  await page.click('#transfer');
  await page.selectOption('#export-format', 'mfen');
  const mfen = await page.inputValue('#export-text');
  assert.match(mfen, /^MFEN\//);
  await page.keyboard.press('Escape');
  const before = await stones(page);
  await page.click('#mode-explore');
  await page.keyboard.press('n');
  await settled(page);
  await paste(page, mfen);
  await page.waitForSelector('.point.held');
  assert.deepEqual(await stones(page), before);

  await page.keyboard.press('n');
  await settled(page);
  await paste(page, 'd6 f4 d2 b4');
  await page.waitForSelector('#record .ply');
  assert.equal((await record(page)).length, 4);
  await page.leave();
});

test('what is exported can be imported again', async () => {
  const page = await mill.open('/#game=standard&stones=5&moves=d6.f4.d2.b4');
  await page.click('#transfer');
  for (const format of ['pgn', 'list', 'playok']) {
    await page.selectOption('#export-format', format);
    const text = await page.inputValue('#export-text');
    assert.ok(text.length > 5, format);
    await page.fill('#import-text', text);
    await page.click('#import-go');
    await page.waitForSelector('#exchange', { state: 'hidden' });
    await settled(page);
    assert.deepEqual((await record(page)).map((move) => move.slice(0, 2)), ['d6', 'f4', 'd2', 'b4'], format);
    assert.equal(await page.innerText('#game-title'), 'Five-stone morris', format);
    await page.click('#transfer');
  }
  await page.leave();
});

test('a file is opened', async () => {
  const page = await mill.open('/#game=standard&stones=9');
  await page.click('#transfer');
  await page.setInputFiles('#import-file', { name: 'game.pgn', mimeType: 'text/plain', buffer: Buffer.from(PGN) });
  await page.waitForFunction(() => document.getElementById('import-text').value.includes('Ada'));
  await page.click('#import-go');
  await page.waitForSelector('#record .ply');
  assert.equal((await record(page)).length, 6);
  await page.leave();
});

test('long and right-to-left texts of others neither widen the page nor turn its own words', async () => {
  const page = await mill.open('/#game=standard&stones=5', { viewport: { width: 360, height: 740 } });
  const long = 'x'.repeat(3000);
  await paste(page, `[Event "\u202eevening"]\n[White "${long}"]\n[Black "\u202eBo"]\n\n1. d6 {${long}} f4 *`);
  await page.waitForSelector('#record .ply');
  await page.keyboard.press('ArrowRight');
  await page.waitForSelector('#record .comment');
  await assertNoSideScroll(page);
  assert.equal(await page.locator('#record .tags bdi').count(), 3);
  assert.equal(await page.locator('#record .comment bdi').count(), 1);
  await page.click('#transfer');
  await page.fill('#import-text', `1. ${long}`);
  await page.click('#import-go');
  await page.waitForSelector('#import-trouble bdi');
  await assertNoSideScroll(page);
  const [content, shown] = await page.locator('#exchange').evaluate((dialog) => [dialog.scrollWidth, dialog.clientWidth]);
  assert.ok(content <= shown, 'nor the dialog');
  await page.leave();
});
