/** `ledger verify`, `ledger key`, and `ledger prove`: a member's journals against the sealed book. */
import { createHash } from 'node:crypto';
import { checkLine } from '@giftlane/contract/money/book.ts';
import { invariants } from '../../assembly/watch.ts';
import { findMember } from '../../features/accounts/accounts.ts';
import { headProblems, proofOf } from '../../features/ledger-proofs/ledger-proofs.ts';
import { beginPass, keepPass, openPass, type Pass } from '../../ledger/passes.ts';
import type { DatedHead } from '../../ledger/proof.ts';
import { proveMember } from '../../ledger/prove.ts';
import { verifyLedger } from '../../ledger/verify.ts';
import type { Db } from '../../platform/db/db.ts';
import { type Command, CommandRefused, type Said, type Tools } from '../command.ts';
import { readText } from '../files.ts';
import { theMember } from '../people/members.ts';
import { sealedProblems } from '../setup/sealed.ts';

async function signedHeads({ db, keys }: Pick<Tools, 'db' | 'keys'>, file: string) {
  const signed = await headProblems(db, keys, (await readText(file)).text);
  if (signed.heads === 0) throw new CommandRefused(`${file}: it has no signed head.`);
  return signed;
}

/** A new check, or the last one that was cut off. */
async function passFor(db: Db, keys: Tools['keys'], resumed: boolean): Promise<Pass> {
  const open = resumed ? await openPass(db, 'command', keys) : await beginPass(db, 'command');
  if (!open) throw new CommandRefused('No check was cut off within the last seven days.');
  return open;
}

export const ledgerVerify: Command = {
  words: 'ledger verify',
  flags: { head: 'value', resume: 'flag' },
  usage:
    'ledger verify [--head FILE] [--resume]   checks sums, balances, history and every invariant, all of it',
  async run({ db, keys, files }, { values, flags }) {
    const file = values.get('head');
    const signed = file === undefined ? undefined : await signedHeads({ db, keys }, file);
    const pass = await passFor(db, keys, flags.has('resume'));
    const found = await verifyLedger(db, invariants, {
      from: pass.state,
      keep: (state) => keepPass(db, pass, state, keys),
    });
    const sealed = await sealedProblems({ db, keys, files });
    const problems = [
      ...found.problems,
      ...sealed.map((breach) => ({ rule: 'what is encrypted can be opened', breach })),
      ...(signed?.problems ?? []).map((breach) => ({
        rule: `the ledger continues ${file}`,
        breach,
      })),
    ];
    const verdict = {
      ...found,
      ok: problems.length === 0,
      problems,
      checked: found.checked + (signed ? 2 : 1),
    };
    const { seals, last, broken } = verdict.chain;
    const until = last?.madeAt;
    const chain = {
      seals,
      ...(until && { until: until.toISOString() }),
      ...(broken !== undefined && { broken: Number(broken) }),
    };
    const lines = [
      ...(verdict.ok
        ? [`Good: ${verdict.checked} rules hold.`]
        : verdict.problems.map(({ rule, breach }) => `${rule}: ${breach}`)),
      `Recomputed from the first seal: ${seals} that match${until ? `, up to ${chain.until}` : ''}.`,
      ...(signed ? [`Signed heads compared: ${signed.heads}.`] : []),
    ];
    const heads = signed && { signedHeads: signed.heads };
    return { lines, json: { ...verdict, chain, ...heads }, failed: !verdict.ok };
  },
};

export const ledgerKey: Command = {
  words: 'ledger key',
  usage:
    'ledger key                               shows the public key that checks signed heads of the ledger',
  async run({ keys: { publicKey } }) {
    return { lines: [publicKey.trimEnd()], json: { publicKey } };
  },
};

/** The member of an email address or an id. */
async function memberOf(db: Db, named: string): Promise<string> {
  if (named.includes('@')) return theMember(db, named);
  const member = await findMember(db, named);
  if (!member) throw new CommandRefused(`There is no member ${named}.`);
  return member.id;
}

const headWords = ({ nSize, sRoot, sSealedAt }: DatedHead) =>
  `The ledger has ${nSize} seals${sSealedAt ? `, the last of ${sSealedAt}` : ''}: ${sRoot}`;

const sha256 = async (bytes: Uint8Array) => createHash('sha256').update(bytes).digest();

/** The proof of one journal, and whether it holds. */
async function oneLine(db: Db, memberId: string, line: string): Promise<Said> {
  const proof = await proofOf(db, memberId, line);
  const { journalHash, ...found } = await checkLine(sha256, proof);
  const ok = found.entries && found.seal && found.book;
  const { oJournal, aEntries, oSeal } = proof;
  const lines = [
    `Journal ${oJournal.sId}, ${oJournal.sKind} ${oJournal.sKey}, of ${oJournal.sCreatedAt}: ${journalHash}`,
    ...aEntries.map(({ sHash, sEntry }) => `  ${sEntry ?? 'not theirs'}: ${sHash}`),
    ...(found.entries ? [] : ['The postings do not match their hashes.']),
    `Seal ${oSeal.nSeal} of ${oSeal.sSealedAt}: ${found.seal ? 'contains it' : 'does not contain it as it is'}`,
    headWords(proof.oHead),
    found.book ? 'The seal is in the ledger.' : 'The seal does not lead to this head.',
  ];
  return { lines, json: { ok, ...found, journalHash, proof }, failed: !ok };
}

export const ledgerProve: Command = {
  words: 'ledger prove',
  operand: 'MEMBER',
  flags: { line: 'value' },
  usage:
    "ledger prove MEMBER [--line ID]          checks a member's entries against the sealed ledger",
  async run({ db }, { operand, values }) {
    const memberId = await memberOf(db, operand);
    const line = values.get('line');
    if (line !== undefined) return oneLine(db, memberId, line);
    const { head, good, waiting, wrong, misfits } = await db.survey((tx) =>
      proveMember(tx, memberId),
    );
    const named = misfits.map(({ journal, why }) => ({ line: `wtx_${journal}`, why }));
    const lines = [
      head ? headWords(head) : 'The ledger has no head: nodes of its tree are missing.',
      `${good} entries of ${operand} match, ${waiting} wait for their seal, ${wrong} do not match.`,
      ...named.map((misfit) => `${misfit.line}: ${misfit.why}`),
      ...(wrong > named.length ? [`And ${wrong - named.length} more.`] : []),
    ];
    const json = { memberId, head: head ?? null, good, waiting, wrong, misfits: named };
    return { lines, json, failed: wrong > 0 || !head };
  },
};
