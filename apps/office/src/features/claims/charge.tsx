/** Charges the seller of a card that did not work: a decision of its own. */
import { sendForData } from '@giftlane/client/api.ts';
import { Form, useContractForm } from '@giftlane/client/form/form.tsx';
import { chargeClaim } from '@giftlane/contract/office/claims.ts';
import { text } from '@giftlane/texts/text.ts';
import { TextArea, TextField } from '@giftlane/ui/form/field.tsx';
import { Dialog, DialogClose } from '@giftlane/ui/overlay/dialog.tsx';
import { toast } from '@giftlane/ui/toasts/toast-queue.ts';
import { useState } from 'react';
import { Link } from 'react-router';
import { moneyText } from '../../list/money.ts';
import { Facts } from '../../parts/figures.tsx';
import { DecisionFoot, KeyButton } from '../../queue/decision-foot.tsx';
import { useKeys } from '../../queue/keys.ts';
import { useCase } from '../../queue/queue-page.tsx';
import { readAnew } from '../../read-anew.ts';
import type { OfficeClaim } from './words.ts';

/** A refusal about the sale is shown at its field. */
const aboutSale = {
  'sell.not_found': 'sSaleId',
  'claim.sale_other': 'sSaleId',
  'claim.sale_used_up': 'sSaleId',
};

const typed = chargeClaim.body.omit({ oCharge: true });

function ChargeDialog({ claim, onClose }: { claim: OfficeClaim; onClose: () => void }) {
  const { _id: id, oSale } = claim;
  // Whom it charges is seen before it is done.
  const [quote, setQuote] = useState(oSale);
  const params = { id };
  const state = useContractForm(
    typed,
    { sSaleId: oSale?._id ?? '', sReason: '' },
    async (body) => {
      const { sSaleId } = body;
      if (quote?._id !== sSaleId) {
        const query = { sSaleId };
        setQuote(await sendForData('GET /office/claims/{id}/charge', { params, query }));
        return;
      }
      const charged = await sendForData('POST /office/claims/{id}/charge', {
        params,
        body: { ...body, oCharge: quote.oCharge },
      });
      await readAnew('GET /office/claims/{id}');
      const amount = moneyText(charged.nAmount, charged.eCurrency);
      toast.success(text('office.claim.charge.done', { amount }));
      onClose();
    },
    aboutSale,
  );
  const shown = state.form.watch('sSaleId').trim() === quote?._id ? quote : undefined;
  return (
    <Dialog
      onClose={onClose}
      title={text('office.claim.charge')}
      intro={text('office.claim.charge.intro')}
    >
      <Form
        state={state}
        action={shown ? text('office.claim.charge') : text('office.claim.charge.look')}
        beside={<DialogClose>{text('office.cancel')}</DialogClose>}
      >
        <TextField
          {...state.field('sSaleId')}
          label={text('office.claim.sale.id')}
          help={oSale ? text('office.claim.sale.proposed') : text('office.claim.sale.help')}
          autoFocus={!oSale}
        />
        {shown && (
          <Facts
            facts={[
              [
                text('office.claim.seller'),
                <Link key="seller" to={`/members/${shown.sMemberId}`}>
                  {shown.sMemberId}
                </Link>,
              ],
              [
                text('office.claim.charge.amount'),
                moneyText(shown.oCharge.nAmount, shown.oCharge.eCurrency),
              ],
              [
                text('office.claim.charge.wallet'),
                moneyText(shown.nWallet, shown.oCharge.eCurrency),
              ],
            ]}
          />
        )}
        <TextArea
          {...state.field('sReason')}
          label={text('office.reason')}
          help={text('office.claim.charge.hint')}
          rows={3}
          autoFocus={oSale !== null}
        />
      </Form>
    </Dialog>
  );
}

/** After the buyer has a new code or the money: who sold the card can be charged, once. Key: c. */
export function Charge({ claim }: { claim: OfficeClaim }) {
  const { holder } = useCase();
  const [open, setOpen] = useState(false);
  const isMet = claim.eState === 'replaced' || claim.eState === 'refunded';
  const closed = holder !== '' || !isMet || claim.oCharged !== null;
  useKeys(closed ? {} : { c: () => setOpen(true) });
  if (!isMet || claim.oCharged) return null;
  return (
    <DecisionFoot>
      <KeyButton press="c" disabled={closed} onClick={() => setOpen(true)}>
        {text('office.claim.charge')}
      </KeyButton>
      {open && <ChargeDialog claim={claim} onClose={() => setOpen(false)} />}
    </DecisionFoot>
  );
}
