/** Packs a member's data as a ZIP stream; only a small part is in memory at a time. */
import { PassThrough, Readable } from 'node:stream';
import { longDay } from '@giftlane/texts/dates.ts';
import { type TextKey, text } from '@giftlane/texts/text.ts';
import { ZipFile } from 'yazl';
import type { Tx } from '../../platform/db/db.ts';
import type { KeyRing } from '../../platform/secrets/secrets.ts';
import { openSubmitted } from '../kyc/kyc.ts';
import { picturesOf, type UploadParts } from '../uploads/uploads.ts';
import { type Kept, type PersonalTable, personal } from './register.ts';
import { shownRows } from './register-queries.ts';

export type ZipParts = Pick<UploadParts, 'db' | 'files' | 'keys'>;

export const keptWords: Readonly<Record<Kept, TextKey>> = {
  books: 'myData.kept.books',
  identity: 'myData.kept.identity',
  looks: 'myData.kept.looks',
  theirs: 'myData.kept.theirs',
  itself: 'myData.kept.itself',
};

function readme(identityYears: number): string {
  const files = personal.flatMap(({ file }) =>
    file ? [`${file.name}.json: ${text(file.what)}`] : [],
  );
  const kept = Object.values(keptWords).map((key) => `- ${text(key, { years: identityYears })}`);
  return [
    text('copy.readme', { shop: text('shop.name'), day: longDay(new Date()) }),
    [...files, text('copy.picturesNote')].join('\n'),
    text('copy.codesNote'),
    [text('copy.keptTitle'), ...kept].join('\n'),
    '',
  ].join('\n\n');
}

/** Decrypts the member's own submission. */
function opened(keys: KeyRing, name: string, row: Record<string, unknown>) {
  if (name !== 'kyc_submissions' || typeof row.sealed !== 'string') return row;
  const sealed = Buffer.from(row.sealed.slice(2), 'hex');
  const submitted = { memberId: String(row.member_id), id: String(row.id), sealed };
  return { ...row, sealed: JSON.parse(openSubmitted(keys, submitted)) as unknown };
}

async function* jsonOf(
  tx: Tx,
  { keys }: ZipParts,
  { table, memberId }: { table: PersonalTable; memberId: string },
): AsyncGenerator<string> {
  let before = '[\n';
  for await (const rows of shownRows(tx, table, memberId)) {
    yield before + rows.map((row) => JSON.stringify(opened(keys, table.name, row))).join(',\n');
    before = ',\n';
  }
  yield before === '[\n' ? '[]\n' : '\n]\n';
}

async function* one(read: () => Promise<Buffer | undefined>): AsyncGenerator<Buffer> {
  const bytes = await read();
  if (bytes) yield bytes;
}

/**
 * Everything about a member, as the register defines, in the order of its files. `tx` must be a snapshot
 * (`db.survey`) and stay open until the stream has ended.
 */
export async function zipOf(
  tx: Tx,
  parts: ZipParts,
  { memberId, identityYears }: { memberId: string; identityYears: number },
): Promise<Readable> {
  const zip = new ZipFile();
  const out = new PassThrough();
  // Reading starts here: an error before the stream is consumed has to reach its consumer and not end the
  // process.
  out.on('error', () => undefined);
  zip.on('error', (error: Error) => out.destroy(error));
  zip.outputStream.pipe(out);
  // Opened in turn: one file is read at a time.
  const add = (name: string, compress: boolean, content: () => AsyncGenerator<string | Buffer>) =>
    zip.addReadStreamLazy(name, { compress }, (take) => {
      const source = Readable.from(content(), { objectMode: false });
      // The packer handles no errors of its sources: an unreadable one would end the process.
      source.on('error', (error) => out.destroy(error));
      take(null, source);
    });
  zip.addBuffer(Buffer.from(readme(identityYears)), 'README.txt');
  for (const table of personal)
    if (table.file)
      add(`${table.file.name}.json`, true, () => jsonOf(tx, parts, { table, memberId }));
  for await (const { path, read } of picturesOf(parts, memberId))
    add(`pictures/${path}`, false, () => one(read));
  zip.end();
  return out;
}
