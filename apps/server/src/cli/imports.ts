/** `catalog import`, `stock import`, `stock level`. */
import { basename } from 'node:path';
import { toDecimalText, toWire } from '@giftlane/contract/money.ts';
import { importCatalog } from '../features/catalog/catalog.ts';
import { importCodes, levels } from '../features/stock/stock.ts';
import { type Command, CommandRefused } from './command.ts';
import { readCsv, readText } from './files.ts';

export const catalogImport: Command = {
  words: 'catalog import',
  deed: true,
  operand: 'FILE',
  flags: { 'dry-run': 'flag' },
  usage: 'catalog import FILE [--dry-run]          brands and cards from CSV or JSON',
  async run({ db }, { operand, flags }) {
    const format = /\.json$/i.test(operand) ? 'json' : 'csv';
    const dryRun = flags.has('dry-run');
    const imported = await importCatalog(db, { text: await readText(operand), format, dryRun });
    const { brands, cards, errors, errorCount } = imported;
    const json = { ...imported, dryRun };
    if (errorCount === 0) {
      const tell = (name: string, { created, updated, unchanged }: typeof brands) =>
        `${name}: ${created} created, ${updated} updated, ${unchanged} unchanged.`;
      const lines = [tell('Brands', brands), tell('Cards', cards)];
      return { json, lines: dryRun ? [...lines, 'A dry run: nothing was written.'] : lines };
    }
    const lines = errors.map(({ line, column, message }) =>
      [`line ${line}`, ...(column ? [column] : []), message].join(': '),
    );
    const summary = `${errorCount} problems; nothing was written.`;
    return { json, lines: [...lines, summary], failed: true };
  },
};

const codeColumns = {
  needed: ['card_id', 'serial', 'code'],
  known: ['card_id', 'serial', 'code', 'expires_at'],
};

export const stockImport: Command = {
  words: 'stock import',
  deed: true,
  operand: 'FILE',
  usage:
    'stock import FILE                        codes from CSV: card_id,serial,code[,expires_at]',
  async run({ db, keys }, { operand }) {
    const rows = readCsv(await readText(operand), codeColumns).map(({ line, cells }) => ({
      line,
      cardId: cells.get('card_id') ?? '',
      serial: cells.get('serial') ?? '',
      code: cells.get('code') ?? '',
      expiresAt: cells.get('expires_at') || undefined,
    }));
    const imported = await importCodes(db, { rows, source: basename(operand), keys });
    const { loaded, errors } = imported;
    if (errors.length === 0) return { json: imported, lines: [`${loaded} codes loaded.`] };
    const lines = errors.map(({ line, message }) => `line ${line}: ${message}`);
    return { json: imported, lines: [...lines, 'Nothing was loaded.'], failed: true };
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
