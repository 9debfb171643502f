/** The sealed ledger: its head, public, and proofs of single journals for their owners. */
import * as z from 'zod';
import { defineCall } from '../call.ts';
import { idSchema } from '../shapes.ts';

const hashSchema = z
  .string()
  .regex(/^[0-9a-f]{64}$/)
  .meta({ description: 'SHA-256, hexadecimal' });

const microTimeSchema = z
  .string()
  .regex(/^\d{4,6}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{6}Z$/)
  .meta({ description: 'UTC, to the microsecond' });

const countSchema = z.number().int().min(0);

const sizeSchema = z.coerce.number().int().min(0).max(Number.MAX_SAFE_INTEGER);

/** A state of the book. */
export const bookHeadSchema = z.strictObject({
  nSize: countSchema,
  sRoot: hashSchema,
  /** When its last seal was made; absent for an empty book. */
  sSealedAt: microTimeSchema.optional(),
});

export const showBookHead = defineCall({
  name: 'ledger.showHead',
  method: 'GET',
  path: '/ledger/head',
  policy: 'open',
  summary: 'The head of the sealed ledger: how many seals it has, and the root of their tree.',
  description:
    'With `size`, the head the book had at that size: whoever noted one down compares it. Trees and hashes are those of RFC 9162 with SHA-256. The leaf of a seal is the JSON array ["seal", number, journals, root of its journals, hash of the chain, time].',
  query: z.strictObject({ size: sizeSchema.optional() }),
  data: bookHeadSchema,
  refusals: ['ledger.no_such_head'],
});

export const showBookDays = defineCall({
  name: 'ledger.showDays',
  method: 'GET',
  path: '/ledger/days',
  policy: 'open',
  summary: 'The last head of each of the last 30 days (UTC) that brought a seal, the newest first.',
  data: z.array(bookHeadSchema).max(30),
});

export const showBookConsistency = defineCall({
  name: 'ledger.showConsistency',
  method: 'GET',
  path: '/ledger/consistency',
  policy: 'open',
  summary:
    'The proof that the ledger at one size continues the ledger at another (RFC 9162, 2.1.4).',
  description: 'Without `second` it is the current ledger.',
  query: z.strictObject({ first: sizeSchema, second: sizeSchema.optional() }),
  data: z.strictObject({
    oFirst: bookHeadSchema,
    oSecond: bookHeadSchema,
    aPath: z.array(hashSchema).max(128),
  }),
  refusals: ['ledger.no_such_head'],
});

/** An inclusion proof of a journal. */
export const lineProofSchema = z.strictObject({
  oJournal: z.strictObject({
    sId: z.string(),
    sOwner: z.string(),
    sKey: z.string(),
    sKind: z.string(),
    sReference: z.string(),
    sCreatedAt: microTimeSchema,
    sFacts: z.string(),
  }),
  /** In their order; what is not the member's own is a hash. */
  aEntries: z.array(z.strictObject({ sHash: hashSchema, sEntry: z.string().optional() })),
  oSeal: z.strictObject({
    nSeal: countSchema,
    nJournals: countSchema,
    sRoot: hashSchema,
    sChainHash: hashSchema,
    sSealedAt: microTimeSchema,
  }),
  nPlace: countSchema,
  aSealPath: z.array(hashSchema),
  aBookPath: z.array(hashSchema),
  oHead: bookHeadSchema,
});

export const proveLine = defineCall({
  name: 'ledger.proveLine',
  method: 'GET',
  path: '/wallet/transactions/{id}/proof',
  policy: 'member',
  summary: "The proof that an entry of one's own wallet is in the sealed ledger.",
  description:
    'The hash of an entry is that of "entry <journal> <n> <account> <currency> <minor units>", the hash of a journal without its entries that of the JSON array ["journal", id, owner, key, kind, reference, time, facts]; a journal\'s leaf is that hash and those of its entries, one behind the other. `aSealPath` leads from it to the root of its seal, `aBookPath` from the seal\'s leaf to the root of the book.',
  params: z.strictObject({ id: idSchema }),
  data: lineProofSchema,
  refusals: ['ledger.line_not_found', 'ledger.not_sealed', 'ledger.not_provable', 'ledger.misfit'],
});
