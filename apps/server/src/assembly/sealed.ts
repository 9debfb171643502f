/**
 * Every place with encrypted bytes. `keys-turned.test.ts` fails when a file of the sources encrypts and is not named here.
 */
import type { Files } from '../features/files/files.ts';
import { type SealedPlace, sealedColumn, sealedFiles } from '../platform/secrets/sealed-places.ts';

const operatorTotp = { column: 'totp_secret', atOnce: 100 } as const;

/** Columns, and below `features/` the files that encrypt for each. */
const columns: readonly (Parameters<typeof sealedColumn>[0] & { readonly by: string[] })[] = [
  {
    by: ['stock/import-codes.ts'],
    name: 'code',
    table: 'codes',
    column: 'content',
    id: 'id',
    idType: 'bigint',
    identity: `'code ' || card_id || ' ' || id`,
  },
  {
    by: ['kyc/submit.ts', 'kyc/decide.ts'],
    name: 'identity',
    table: 'kyc_submissions',
    column: 'sealed',
    id: 'id',
    identity: `'kyc ' || member_id || ' ' || id`,
    atOnce: 100,
  },
  {
    by: ['accounts/factors/totp.ts'],
    name: 'authenticator app of member',
    table: 'totp_factors',
    column: 'secret',
    id: 'member_id',
    identity: `'totp ' || member_id`,
  },
  {
    by: ['operators/ready.ts'],
    name: 'authenticator app of operator',
    table: 'operators',
    id: 'id',
    identity: `'operator totp ' || id`,
    ...operatorTotp,
  },
  {
    by: ['operators/invitations.ts'],
    name: 'invitation of operator',
    table: 'operator_invitations',
    id: 'operator_id',
    identity: `'operator totp ' || operator_id`,
    ...operatorTotp,
  },
  {
    by: ['imports/imports.ts'],
    name: 'imported sheet',
    table: 'imports',
    column: 'content',
    id: 'id',
    identity: `'import ' || id`,
    atOnce: 4,
  },
];

/** The places, and below `features/` the files that encrypt for each. */
export const placesOf = ({
  closed,
}: Pick<Files, 'closed'>): (SealedPlace & { readonly by: string[] })[] => [
  ...columns.map(({ by, ...column }) => ({ by, ...sealedColumn(column) })),
  {
    by: ['uploads/receive.ts'],
    ...sealedFiles(
      closed,
      'picture',
      `select path as id, 'upload ' || member_id || ' ' || path as identity, used_by is null as passing
      from uploads where kind <> 'profilepictures' and put_at is not null and gone_at is null`,
    ),
  },
  {
    by: ['mydata/copy-files.ts'],
    ...sealedFiles(
      closed,
      'copy of data',
      `select 'exports/' || id || '-' || attempt || '-' || n || '.part' as id,
        'copy ' || id || ' ' || attempt || ' ' || n as identity, true as passing
      from data_exports cross join generate_series(0, parts - 1) n where state = 'ready' and ends_at > app_now()`,
    ),
  },
];

/** Those that may be encrypted anew now: files that are being moved wait, as a copy of them may be under way. */
export const placesToReseal = (files: Files): readonly SealedPlace[] =>
  placesOf(files).filter(({ count }) => count !== undefined || files.old === undefined);
