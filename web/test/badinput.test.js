import assert from 'node:assert/strict';
import test from 'node:test';
import { click, explorer, record, settled, status, stones } from './explorer.js';

const mill = explorer();

test('garbage is refused with a reason, and the board stays', async () => {
  const page = await mill.open('/#game=standard&stones=5&moves=d6.f4');
  await page.click('#transfer');
  for (const text of ['', 'complete nonsense', 'w_a1a1_b2', '[White "only a tag"', '<img src=x onerror=alert(1)>', '1. d6 d6', '\u2603'.repeat(2000)]) {
    await page.fill('#import-text', text);
    await page.click('#import-go');
    await page.waitForFunction(() => document.getElementById('import-trouble').textContent !== '' && !document.getElementById('import-go').disabled);
    assert.ok(await page.isVisible('#exchange'), text.slice(0, 30));
    await page.evaluate(() => { document.getElementById('import-trouble').textContent = ''; });
  }
  await page.keyboard.press('Escape');
  assert.deepEqual(await stones(page), { d6: 'white', f4: 'black' });
  await page.leave();
});

const EMPTY = ['{}', '*', '{only a comment}', '[White "Ada"]\n\n*'];

test('a text without moves is not taken for a game, and too much is not sent', async () => {
  const page = await mill.open('/#game=standard&stones=5&moves=d6.f4');
  const sent = [];
  await page.click('#transfer');
  page.on('request', (request) => sent.push(request.url()));
  const told = async (text) => {
    await page.evaluate(() => { document.getElementById('import-trouble').textContent = ''; });
    await page.fill('#import-text', text);
    await page.click('#import-go');
    await page.waitForFunction(() => document.getElementById('import-trouble').textContent !== '');
    return page.innerText('#import-trouble');
  };
  for (const text of EMPTY) assert.match(await told(text), /nothing in this text/, text);
  sent.length = 0;
  assert.match(await told('d6 '.repeat(30_000)), /88 KiB. At most 64 KiB/);
  assert.deepEqual(sent, []);
  await page.leave();
});

const DAMAGES = [
  ['#game=standard&stones=5&moves=d6.d6', ['d6'], /damaged.*Ply 2.*d6 is not legal/],
  ['#game=standard&stones=5&moves=d6.f4.d2.b4.d2.a1.a4&ply=1', ['d6', 'f4', 'd2', 'b4'], /damaged.*Ply 5/],
  ['#game=standard&stones=5&start=%E0%A4%A&moves=d6', [], /damaged.*start=.*cannot be read/],
];

for (const [link, kept, words] of DAMAGES) {
  test(`a damaged link keeps what is legal and says what is wrong: ${link}`, async () => {
    const page = await mill.open(`/${link}`);
    await page.waitForSelector('#status[data-kind="refused"]');
    assert.match(await status(page), words);
    assert.deepEqual((await record(page)).map((move) => move.slice(0, 2)), kept);
    await page.leave();
  });
}

const LINKS = [
  '#game=chess',
  '#%E0%A4%A',
  '#game=standard&stones=99',
  '#game=standard&stones=5&moves=d6.f4.d6',
  '#game=standard&stones=5&moves=zz.<b>',
  '#game=standard&stones=5&start=w_a1a1_zz',
  '#game=standard&stones=5&start=w_a1_b2&moves=d6&ply=-4',
  '#&&&===',
  '#game=standard&stones=5&as=purple&against=nobody',
];

for (const link of LINKS) {
  test(`a damaged link still shows a board: ${link}`, async () => {
    const page = await mill.open(`/${link}`);
    assert.equal(await page.locator('.point').count(), 24);
    assert.ok((await status(page)).length > 0);
    await click(page, 'a7');
    await settled(page);
    assert.equal((await stones(page)).a7, 'white', 'and it can be played on');
    assert.ok((await record(page)).length >= 1);
    await page.leave();
  });
}
