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

const RICH = `[Event "Club \\"evening\\""]
[Site "Here"]
[Date "2024.05.01"]
[White "Ada"]
[Black "Bo"]
[Result "1-0"]
[Annotator "C. D."]

{a good game} 1. d6 {the strongest point} 1... f4 (1... d2 $14 2. b4 (2. b2?!
{no}) 2... a1) 2. d2? b4! 3. f6! b6 1-0

[Event "Second"]
[White "Eve"]
[Black "Flo"]
[Result "*"]

1. a1 g7 2. d1 *
`;

test('names, dates, comments, signs, variations and several games survive import, reload and export', async () => {
  const page = await mill.open('/#game=standard&stones=9');
  await paste(page, RICH);
  await page.waitForSelector('#file-games');
  await settled(page);
  assert.match(await status(page), /The file has 2 games/);
  assert.deepEqual(await page.locator('#file-games option').allInnerTexts(), ['1. Ada \u2013 Bo', '2. Eve \u2013 Flo']);
  assert.equal(await page.innerText('#record .comment'), 'a good game');
  assert.deepEqual(await page.locator('.variations .ply').allInnerTexts(), ['d2$14', 'b4', 'b2?!', 'a1']);
  const exported = async (format) => {
    await page.click('#transfer');
    await page.selectOption('#export-format', format);
    const text = await page.inputValue('#export-text');
    await page.keyboard.press('Escape');
    return text;
  };
  assert.equal(await exported('pgn-all'), RICH, 'byte for byte');
  await page.selectOption('#file-games', '1');
  await page.waitForFunction(() => document.querySelectorAll('#record .ply').length === 3);
  await settled(page);
  await page.reload();
  await settled(page);
  assert.match(await page.innerText('#record .tags'), /Eve \u2013 Flo/, 'the names are still there');
  assert.equal(await exported('pgn-all'), RICH, 'and so is all the rest');
  await page.selectOption('#file-games', '0');
  await page.waitForSelector('.variations');
  await settled(page);
  const one = await exported('pgn');
  assert.match(one, /\[Annotator "C\. D\."\]/);
  assert.match(one, /\(1\.\.\. d2 \$14 2\. b4 \(2\. b2\?!\s\{no\}\) 2\.\.\. a1\)/);
  await page.leave();
});

test('what others wrote never breaks the reader of games', async () => {
  const page = await mill.open('/#game=standard&stones=5');
  const [differences, milliseconds] = await page.evaluate(async (text) => {
    const { read, write } = await import('/pgn.js');
    let seed = 11;
    const random = (n) => {
      seed = (seed * 48271) % 2147483647;
      return seed % n;
    };
    const bits = ['(', ')', '{', '}', ';', '$', '[', ']', '"', '\\', 'x', '1.', '*', ' ', '\n', 'd6', '!', '\u2603'];
    const start = performance.now();
    const found = [];
    for (let round = 0; round < 20_000; round += 1) {
      let mutated = text;
      for (let changes = 1 + random(4); changes > 0; changes -= 1) {
        const at = random(mutated.length);
        mutated = mutated.slice(0, at) + bits[random(bits.length)] + mutated.slice(at + random(3));
      }
      const games = read(mutated);
      if (!games) continue;
      const once = games.map(write).join('\n');
      const twice = (read(once) ?? []).map(write).join('\n');
      if (once !== twice) found.push(mutated);
    }
    return [found.slice(0, 3), performance.now() - start];
  }, RICH);
  assert.deepEqual(differences, []);
  assert.ok(milliseconds < 60_000);
  await page.leave();
});
