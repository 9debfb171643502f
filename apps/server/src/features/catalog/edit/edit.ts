/** Changing a brand and its cards in the back office, by the plan and the checks of imports. */
import type { Data, Input } from '@giftlane/contract/call.ts';
import { fromWire, percentFromWire, toDecimalText } from '@giftlane/contract/money/money.ts';
import type * as calls from '@giftlane/contract/office/catalogue.ts';
import type { Tx } from '../../../platform/db/db.ts';
import { badField, Refusal } from '../../../platform/http/refusal.ts';
import { newId } from '../../../platform/secrets/ids.ts';
import { draftsOf } from '../import/drafts.ts';
import { planAll, writePlan } from '../import/plan.ts';
import { Problems } from '../import/problems.ts';
import type { Row } from '../import/rows.ts';
import { importAlone } from '../queries.ts';
import { findRevision, insertComing, type PricesToCome, retire } from './edit-queries.ts';

type BrandEdit = Input<typeof calls.saveBrand>['body'];
type CardEdit = BrandEdit['aCards'][number];
export type OfficeBrand = Data<typeof calls.showOfficeBrand>;

const yesNo = (flag: boolean) => (flag ? 'yes' : 'no');

function brandRow(slug: string, edit: Omit<BrandEdit, 'nRevision'>): Row {
  const cells = {
    brand: slug,
    title: edit.sTitle,
    category: edit.sCategory,
    short_desc: edit.sShortDesc,
    short_sell_desc: edit.sShortSellDesc,
    description: edit.sDescription,
    redeem: edit.sRedeem,
    logo: edit.sLogo,
    banner: edit.sBanner,
    video: edit.sVideo,
  };
  return { line: 1, cells: new Map(Object.entries(cells)) };
}

/** A card as a row of an import; with `later` its prices stay as they are. */
function cardRow(slug: string, card: CardEdit, line: number, later: boolean): Row {
  const cells = {
    brand: slug,
    currency: card.eCurrency,
    value: toDecimalText(fromWire(card.nValue)),
    read_only: yesNo(card.bReadOnly),
    sellable: yesNo(card.bSellable),
    ...(!later && {
      price: toDecimalText(fromWire(card.nPrice)),
      discount: String(card.nDiscount),
      cashback: String(card.nCashBack),
      service_charge: String(card.nServiceCharge),
      exchange_fees: String(card.nExchangeFees),
    }),
  };
  return { line, cells: new Map(Object.entries(cells)) };
}

const toCome = (card: CardEdit & { _id: string }): PricesToCome => ({
  id: newId('cpr'),
  cardId: card._id,
  priceMinor: fromWire(card.nPrice),
  discountBp: percentFromWire(card.nDiscount),
  cashbackBp: percentFromWire(card.nCashBack),
  serviceChargeBp: percentFromWire(card.nServiceCharge),
  exchangeFeesBp: percentFromWire(card.nExchangeFees),
});

/** Writes a brand and its cards; answers the brand's id. */
async function write(
  tx: Tx,
  slug: string,
  edit: Omit<BrandEdit, 'nRevision'>,
  operatorId: string,
): Promise<string> {
  const { aCards, dPricesFrom } = edit;
  const isLater = (card: CardEdit) => dPricesFrom !== undefined && card._id !== undefined;
  const rows = aCards.map((card, i) => cardRow(slug, card, i + 2, isLater(card)));
  const problems = new Problems();
  const drafts = draftsOf([brandRow(slug, edit), ...rows], problems);
  const plan = await planAll(tx, drafts, problems);
  const [problem] = problems.kept;
  if (problem) throw badField(problem.line === 1 ? problem.column : 'aCards', problem.message);
  await writePlan(tx, plan);
  await retire(tx, {
    slug,
    retired: edit.bRetired,
    cards: aCards.map(({ eCurrency, nValue, bRetired }) => ({
      currency: eCurrency,
      valueMinor: fromWire(nValue),
      retired: bRetired,
    })),
  });
  const { id = '' } = (await findRevision(tx, { slug })) ?? {};
  if (dPricesFrom) {
    const later = aCards.flatMap((card) => (card._id ? [toCome({ ...card, _id: card._id })] : []));
    await insertComing(tx, { brandId: id, startsAt: new Date(dPricesFrom), operatorId, later });
  }
  return id;
}

/** Makes a brand; refuses `catalog.brand_exists`. */
export async function addBrand(
  tx: Tx,
  { sSlug, ...edit }: Input<typeof calls.addBrand>['body'],
  operatorId: string,
): Promise<string> {
  await importAlone(tx);
  if (await findRevision(tx, { slug: sSlug })) throw new Refusal('catalog.brand_exists');
  return write(tx, sSlug, edit, operatorId);
}

/** Changes a brand that is as it was when the edit began; refuses `catalog.not_found` and `catalog.changed`. */
export async function saveBrand(
  tx: Tx,
  id: string,
  { nRevision, ...edit }: BrandEdit,
  operatorId: string,
): Promise<void> {
  await importAlone(tx);
  const stored = await findRevision(tx, { id });
  if (!stored) throw new Refusal('catalog.not_found');
  if (Number(stored.revision) !== nRevision) throw new Refusal('catalog.changed');
  await write(tx, stored.slug, edit, operatorId);
}
