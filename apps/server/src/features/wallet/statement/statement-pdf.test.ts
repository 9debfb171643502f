/** The PDF of a statement, read as a reader's program does: its letters by its own tables. */
import { inflateSync } from 'node:zlib';
import { walletStatementPdf } from '@giftlane/contract/money/statements.ts';
import PDFDocument from 'pdfkit';
import { expect, test, vi } from 'vitest';
import { sql } from '../../../platform/db/db.ts';
import { makeMember, type TestMember } from '../../../testing/builders.ts';
import { longTest } from '../../../testing/long.ts';
import { startShop, type TestShop } from '../../../testing/start-shop.ts';
import { setOption } from '../../content/content.ts';
import { manyMoves, moveWallet } from '../movements.testing.ts';
import { send, sendPermit } from '../send/send.testing.ts';
import { setType } from './pdf-type.ts';

async function fetchPdf(shop: TestShop, { token }: TestMember) {
  const address = `${shop.url}/api/v1${walletStatementPdf.path}?dFrom=2026-01-01&dTo=2100-01-01`;
  const response = await fetch(address, { headers: { authorization: token } });
  expect(response.status).toBe(200);
  expect(response.headers.get('content-disposition')).toMatch(/filename="giftlane-wallet-.*\.pdf"/);
  return Buffer.from(await response.bytes()).toString('latin1');
}

/** The objects of a file by their numbers; what is packed is unpacked. */
function objectsOf(pdf: string): Map<string, string> {
  const objects = new Map<string, string>();
  for (const [, id = '', body = ''] of pdf.matchAll(/(\d+) 0 obj\n([\s\S]*?)\nendobj/g)) {
    const [head = '', stream] = body.split(/\nstream\n/, 2);
    const packed = stream?.slice(0, stream.lastIndexOf('\nendstream'));
    const bytes = packed !== undefined && head.includes('FlateDecode');
    objects.set(id, bytes ? inflateSync(Buffer.from(packed, 'latin1')).toString('latin1') : body);
  }
  return objects;
}

/** What is written on the pages, one text after the other. */
function textsOf(pdf: string): string[] {
  const objects = objectsOf(pdf);
  const faces = new Map<string, string[]>();
  for (const [, name = '', id = ''] of pdf.matchAll(/\/(F\d+) (\d+) 0 R/g)) {
    const table = /\/ToUnicode (\d+) 0 R/.exec(objects.get(id) ?? '')?.[1] ?? '';
    const ranges = (objects.get(table) ?? '').matchAll(/\[([\s\S]*?)\]/g);
    const letters = [...ranges].flatMap(([, list = '']) =>
      [...list.matchAll(/<([0-9a-f ]*)>/g)].map(([, hex = '']) =>
        Buffer.from(hex.replaceAll(' ', ''), 'hex').swap16().toString('utf16le'),
      ),
    );
    if (letters.length > 0) faces.set(name, letters);
  }
  const texts: string[] = [];
  for (const content of objects.values()) {
    for (const [, shown = ''] of content.matchAll(/BT 1 0 0 -1 [\d. -]+ Tm ([\s\S]*?)ET/g)) {
      const runs = shown.matchAll(/\/(F\d+) [\d.]+ Tf <([0-9a-f]+)> Tj/g);
      texts.push(
        [...runs]
          .map(([, face = '', hex = '']) =>
            (hex.match(/.{4}/g) ?? [])
              .map((glyph) => faces.get(face)?.[Number.parseInt(glyph, 16)] ?? '?')
              .join(''),
          )
          .join(''),
      );
    }
  }
  return texts;
}

test('names and notes of many alphabets are printed, money with a true minus', async () => {
  const shop = await startShop({ working: false });
  const anna = await makeMember(shop, { walletMinor: 1_250_00n, verified: true });
  const bert = await makeMember(shop, { verified: true });
  const name = 'Zoë Żółć Ιωάννα Привет Nguyễn';
  await shop.db.run(sql`update members set full_name = ${name} where id = ${bert.id}`);
  await setOption(shop.db, 'company_name', 'Giftlane Ltd');
  await setOption(shop.db, 'company_registration', 'No. 123456');
  const sending = { to: bert.id, amount: 7, note: 'Dík 王!' };
  await send(shop, anna, { ...sending, permit: await sendPermit(shop, anna) });
  const texts = textsOf(await fetchPdf(shop, anna));
  for (const words of [
    'Giftlane',
    'Anna Archer',
    `Wallet address ${anna.id}`,
    'Page 1',
    'Giftlane Ltd · No. 123456',
  ])
    expect(texts).toContain(words);
  expect(texts.join(' ')).toContain(`Sent to ${name}`);
  expect(texts.find((one) => one.startsWith('“Dík'))).toBe('“Dík 王!”');
  expect(texts.filter((one) => one.includes('$'))).toEqual([
    '$0.00',
    '+$1,250.00',
    '−$7.00',
    '$1,243.00',
    '$0.00',
    '+$1,250.00',
    '$1,250.00',
    '−$7.00',
    '$1,243.00',
    '$1,243.00',
  ]);
});

/** What a document draws of one text: the glyphs of each run, from left to right, 0 where a font has none. */
async function drawn(text: string) {
  const doc = new PDFDocument({ compress: false });
  const pieces: Buffer[] = [];
  doc.on('data', (piece: Buffer) => pieces.push(piece));
  const type = setType(doc);
  type.draw(text, { x: 10, y: 100 }, { size: 10 });
  type.draw(text, { x: 10, y: 120 }, { size: 10, weight: 600 });
  const ended = new Promise((resolve) => doc.on('end', resolve));
  doc.end();
  await ended;
  const content =
    /stream\n([\s\S]*?)endstream/.exec(Buffer.concat(pieces).toString('latin1'))?.[1] ?? '';
  const shown = [...content.matchAll(/<([0-9a-f]+)>/g)].flatMap(
    ([, hex = '']) => hex.match(/.{4}/g) ?? [],
  );
  return {
    glyphs: shown.map((glyph) => Number.parseInt(glyph, 16)),
    width: type.width(text, { size: 10 }),
  };
}

test.each([
  ['Arabic', 'محمد بن عبد الله آل سعود'],
  ['Persian', 'علی رضا‌پور ۱۲'],
  ['Hebrew', 'שָׁלוֹם כהן־לוי'],
  ['Chinese', '王小明 陳大文 顧龍'],
  ['Japanese', '髙橋 さくら・サクラ'],
  ['Korean', '김민준 박서연'],
  ['Thai', 'สมชาย ใจดี ปู่'],
  ['Hindi', 'प्रिया शर्मा ज्ञान'],
  ['Vietnamese, Greek, Russian', 'Nguyễn Ιωάννα Привет'],
  ['two at once', 'Sent to محمد (Ali) 王'],
  ['marks that nobody sees', '\u202aAnna\u202c\ufeff'],
])('each letter of a name is in some font of the statement: %s', async (_, name) => {
  const { glyphs, width } = await drawn(name);
  expect(glyphs.length).toBeGreaterThan(0);
  expect(glyphs).not.toContain(0);
  expect(width).toBeGreaterThan(10);
});

test('words of Hebrew stand from right to left, the words around them do not', () => {
  const order: string[] = [];
  const doc = new PDFDocument();
  vi.spyOn(doc, 'text').mockImplementation((word) => {
    order.push(word);
    return doc;
  });
  setType(doc).draw('AB אב גד CD علی ۱۲', { x: 0, y: 0 }, { size: 10 });
  // Numbers are no words: their digits are drawn one by one, from left to right.
  expect(order).toEqual(['גד', 'אב', 'علی']);
});

test('a letter that comes twice beside Hebrew is drawn twice', async () => {
  const twice = await drawn('גד lily');
  const once = await drawn('גד abcd');
  expect(twice.glyphs.length).toBe(once.glyphs.length);
});

longTest(
  'a long statement has every line, a head and a number on each page, and no page for its closing alone',
  async () => {
    const shop = await startShop({ working: false });
    for (const count of [26, 27, 28, 29, 120]) {
      const anna = await makeMember(shop);
      await moveWallet(shop, anna, manyMoves(count, '2026-01-01T00:00:00Z'));
      const pdf = await fetchPdf(shop, anna);
      const texts = textsOf(pdf);
      const pages = [...pdf.matchAll(/\/Type \/Page\n/g)].length;
      const numbers = texts.filter((one) => /^Page \d+$/.test(one));
      expect(numbers).toEqual(Array.from({ length: pages }, (_, i) => `Page ${i + 1}`));
      expect(texts.filter((one) => one === 'Description').length).toBe(pages);
      const lines: readonly string[] = texts.filter(
        (one) => one === 'Cashback' || one === 'Gift cards bought',
      );
      expect(lines.length).toBe(count);
      const last = texts.slice(texts.lastIndexOf(`Page ${pages}`));
      expect(last.some((one) => lines.includes(one))).toBe(true);
      expect(last).toContain('Closing balance');
    }
  },
);

test('I fonts are unpacked once for all documents, which took four fifths of a short one', () => {
  const given = () => {
    const doc = new PDFDocument();
    const register = vi.spyOn(doc, 'registerFont');
    setType(doc).width('Łódź 1', { size: 10 });
    return register.mock.calls.map(([, bytes]) => bytes as Buffer);
  };
  const fonts = given();
  // As TrueType begins; a packed one would begin with "wOFF".
  expect(new Set(fonts.map((bytes) => bytes.readUInt32BE(0)))).toEqual(new Set([0x00010000]));
  expect(fonts.length).toBeGreaterThan(1);
  const again = given();
  expect(fonts.every((bytes, n) => bytes === again[n])).toBe(true);
});
