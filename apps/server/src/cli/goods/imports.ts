/** `catalog import`, `stock import`, `stock level`. */
import { basename } from 'node:path';
import { toDecimalText, toWire } from '@giftlane/contract/money/money.ts';
import { importCatalog } from '../../features/catalog/catalog.ts';
import { importCodes, levels, readCodes } from '../../features/stock/stock.ts';
import { type Command, CommandRefused } from '../command.ts';
import { problemLine, readText } from '../files.ts';

const mostLines = 10;
/** The first of some lines of a file. */
const firstOf = (lines: readonly number[]) =>
  `line ${lines.slice(0, mostLines).join(', ')}${lines.length > mostLines ? ' …' : ''}`;

export const catalogImport: Command = {
  words: 'catalog import',
  deed: true,
  operand: 'FILE',
  flags: { 'dry-run': 'flag' },
  usage: 'catalog import FILE [--dry-run]          brands and cards from CSV or JSON',
  async run({ db }, { operand, flags }) {
    const format = /\.json$/i.test(operand) ? 'json' : 'csv';
    const dryRun = flags.has('dry-run');
    const file = await readText(operand);
    const imported = await importCatalog(db, { text: file.text, format, dryRun });
    const { brands, cards, errors, errorCount } = imported;
    const notes = [...file.notes, ...imported.notes];
    const json = { ...imported, notes, dryRun };
    if (errorCount === 0) {
      const tell = (name: string, { created, updated, unchanged }: typeof brands) =>
        `${name}: ${created} created, ${updated} updated, ${unchanged} unchanged.`;
      const lines = [...notes, tell('Brands', brands), tell('Cards', cards)];
      return { json, lines: dryRun ? [...lines, 'A dry run: nothing was written.'] : lines };
    }
    const summary = `${errorCount} problems; nothing was written.`;
    return { json, lines: [...notes, ...errors.map(problemLine), summary], failed: true };
  },
};

export const stockImport: Command = {
  words: 'stock import',
  deed: true,
  operand: 'FILE',
  usage:
    'stock import FILE                        codes from CSV: card_id,serial,code[,expires_at]',
  async run({ db, keys }, { operand }) {
    const file = await readText(operand);
    const { rows, notes: recognised, problems } = readCodes(file.text);
    const notes = [...file.notes, ...recognised];
    const imported =
      problems.length > 0
        ? { loaded: 0, expired: 0, sameSerials: [], errors: problems }
        : await importCodes(db, { rows, source: basename(operand), keys });
    const { loaded, expired, sameSerials, errors } = imported;
    if (sameSerials.length > 0)
      notes.push(`Warning: the serial is on an earlier line, too: ${firstOf(sameSerials)}.`);
    if (expired > 0) notes.push(`Warning: ${expired} codes have expired already; none is sold.`);
    const json = { ...imported, notes };
    if (errors.length === 0) return { json, lines: [...notes, `${loaded} codes loaded.`] };
    return {
      json,
      lines: [...notes, ...errors.map(problemLine), 'Nothing was loaded.'],
      failed: true,
    };
  },
};

export const stockLevel: Command = {
  words: 'stock level',
  flags: { card: 'value' },
  usage: 'stock level [--card ID]                  what is free, reserved and sold',
  async run({ db }, { values }) {
    const cardId = values.get('card') ?? null;
    const found = await levels(db, cardId);
    if (cardId !== null && found.length === 0)
      throw new CommandRefused(`There is no card ${cardId}.`);
    const json = found.map(({ valueMinor, ...level }) => ({
      cardId: level.cardId,
      title: level.title,
      value: toWire(valueMinor),
      currency: level.currency,
      free: level.free,
      reserved: level.reserved,
      sold: level.sold,
    }));
    const lines = found.map(
      ({ cardId: id, title, valueMinor, currency, free, reserved, sold }) =>
        `${id}  ${title} ${toDecimalText(valueMinor)} ${currency}: ${free} free, ${reserved} reserved, ${sold} sold`,
    );
    return { json, lines };
  },
};
