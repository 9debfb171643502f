/** A member as staff sees them, put together from what each feature knows. */
import type { Data } from '@giftlane/contract/call.ts';
import { toWire } from '@giftlane/contract/money/money.ts';
import type { OfficeMemberRow, showOfficeMember } from '@giftlane/contract/office/members.ts';
import { balancesOf } from '../../ledger/ledger.ts';
import type { Db } from '../../platform/db/db.ts';
import { type Member, methodsOf, pageOfSignIns, sessionsOf } from '../accounts/accounts.ts';
import { entriesAbout } from '../audit/audit.ts';
import type { Options } from '../content/content.ts';
import { stepsOf } from '../kyc/kyc.ts';
import { operatorNaming } from '../operators/operators.ts';
import { listOrders, readOrders } from '../orders/orders.ts';
import { salesAbout } from '../selling/selling.ts';
import { walletTerms } from '../wallet/wallet.ts';
import { notesOf } from './note-queries.ts';
import { amountText } from './order-page.ts';

type Page = Data<typeof showOfficeMember>;

const [some, few] = [50, 10];

export const memberToRow = (member: Member): OfficeMemberRow => ({
  _id: member.id,
  sName: member.fullName,
  sEmail: member.email,
  eCurrency: member.currency,
  sKycStatus: member.kycStatus,
  nLevel: member.membershipLevel,
  bFrozen: member.frozenAt !== null,
  bClosed: member.closedAt !== null,
  dCreatedAt: member.createdAt.toISOString(),
});

/** Account names without the member's id, which is the same in all. */
const plainAccount = (account: string, id: string) => account.replace(`member:${id}:`, '');

const deal = ({
  id,
  state,
  currency,
  totalMinor,
  createdAt,
  lines,
}: {
  id: string;
  state: string;
  currency: Page['eCurrency'];
  totalMinor: bigint;
  createdAt: Date;
  lines: readonly { title: string }[];
}) => ({
  _id: id,
  eState: state,
  sTitle: lines[0]?.title ?? '',
  nTotal: toWire(totalMinor),
  eCurrency: currency,
  dCreatedAt: createdAt.toISOString(),
});

/** What a member does in the shop: money, sessions, orders, sales. */
async function lifeOf(db: Db, { id }: Member) {
  const [balances, sessions, { signIns }, proofs, { heads }, sales] = await Promise.all([
    balancesOf(db, id),
    sessionsOf(db, id, some),
    pageOfSignIns(db, id, { page: 1, limit: some }),
    methodsOf(db, id),
    listOrders(db, id, { page: 1, limit: few }),
    salesAbout(db, { memberId: id, id: '', limit: few }),
  ]);
  const orders = await readOrders(db, heads);
  return {
    aProofs: [...proofs],
    aBalances: balances.map(({ account, currency, balanceMinor }) => ({
      sAccount: plainAccount(account, id),
      sAmount: amountText(balanceMinor, currency),
      sCurrency: currency,
    })),
    aSessions: sessions.map((session) => ({
      _id: session.id,
      sDevice: session.device,
      sPlace: session.place,
      dCreatedAt: session.createdAt.toISOString(),
      dLastSeenAt: session.lastSeenAt.toISOString(),
      dEndsAt: session.endsAt.toISOString(),
    })),
    aSignIns: signIns.map((signIn) => ({
      _id: signIn.id,
      sDevice: signIn.device,
      sPlace: signIn.place,
      sOpenedBy: signIn.openedBy,
      sFactor: signIn.factor ?? '',
      bNewDevice: signIn.newDevice,
      dCreatedAt: signIn.createdAt.toISOString(),
    })),
    aOrders: heads.flatMap((head) => orders.get(head.id) ?? []).map(deal),
    aSales: sales.map(deal),
  };
}

/** What staff did about a member: papers, deeds, notes. */
async function careOf(db: Db, { id }: Member) {
  const [papers, deeds, notes] = await Promise.all([
    stepsOf(db, id, some),
    entriesAbout(db, id, some),
    notesOf(db, id, some),
  ]);
  const nameOf = await operatorNaming(
    db,
    notes.map(({ operatorId }) => operatorId),
  );
  return {
    aPapers: papers.map(({ step, actor, reason, createdAt }) => ({
      sStep: step,
      sWho: actor === id ? '' : actor,
      sReason: reason,
      dCreatedAt: createdAt.toISOString(),
    })),
    aDeeds: deeds.map(({ deed, actor, reason, createdAt }) => ({
      sDeed: deed,
      sWho: actor,
      sReason: reason,
      dCreatedAt: createdAt.toISOString(),
    })),
    aNotes: notes.map(({ id: noteId, note, operatorId, createdAt }) => ({
      _id: noteId,
      sNote: note,
      sOperator: nameOf(operatorId),
      dCreatedAt: createdAt.toISOString(),
    })),
  };
}

/** The page of a member. */
export async function memberPage(
  parts: { readonly db: Db; readonly options: Options },
  member: Member,
): Promise<Page> {
  const { db } = parts;
  const [oTerms, life, care] = await Promise.all([
    walletTerms(parts, member),
    lifeOf(db, member),
    careOf(db, member),
  ]);
  return {
    ...memberToRow(member),
    sMobile: `${member.dialCode} ${member.mobile}`.trim(),
    sCountry: member.countryName,
    sPendingEmail: member.pendingEmail ?? '',
    dEmailVerifiedAt: member.emailVerifiedAt?.toISOString() ?? null,
    dFrozenAt: member.frozenAt?.toISOString() ?? null,
    sFrozenReason: member.frozenReason ?? '',
    bLocked: member.locked,
    oTerms,
    ...life,
    ...care,
  };
}
