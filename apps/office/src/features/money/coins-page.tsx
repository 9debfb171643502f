/** Each coin: where its coins lie, and what stops and moves them. */
import { type Answer, send } from '@giftlane/client/api.ts';
import { Form, useContractForm } from '@giftlane/client/form/form.tsx';
import { Loaded } from '@giftlane/client/loaded.tsx';
import { apiQuery } from '@giftlane/client/queries.ts';
import { holdCoin } from '@giftlane/contract/office/payouts.ts';
import { text } from '@giftlane/texts/text.ts';
import { TextField } from '@giftlane/ui/form/field.tsx';
import { Notice } from '@giftlane/ui/layout/notice.tsx';
import { Page } from '@giftlane/ui/layout/page.tsx';
import { Skeleton } from '@giftlane/ui/layout/skeleton.tsx';
import { useQuery } from '@tanstack/react-query';
import { ActionButton } from '../../parts/action-button.tsx';
import { Facts, Moment, Section } from '../../parts/figures.tsx';
import { readAnew } from '../../read-anew.ts';

type Coin = Answer<'GET /office/coins'>['data'][number];

const Act = (props: { label: string; act: () => Promise<unknown> }) => (
  <ActionButton size="small" act={props.act} changes={['GET /office/coins']}>
    {props.label}
  </ActionButton>
);

function Hold({ sCoin }: Pick<Coin, 'sCoin'>) {
  const state = useContractForm(holdCoin.body, { sReason: '' }, async (body) => {
    await send('POST /office/coins/{sCoin}/hold', { params: { sCoin }, body });
    await readAnew('GET /office/coins');
  });
  return (
    <div className="max-w-100">
      <Form state={state} action={text('office.coins.hold')} danger>
        <TextField label={text('office.coins.holdReason')} {...state.field('sReason')} />
      </Form>
    </div>
  );
}

const amount = ({ sAmount, sUnit }: Coin['oHouse']) => `${sAmount} ${sUnit.toUpperCase()}`;

function CoinShown({ coin }: { coin: Coin }) {
  const { sCoin, sHeld, aSlow } = coin;
  const params = { sCoin };
  return (
    <Section
      title={sCoin.toUpperCase()}
      action={
        <Act
          label={text('office.coins.sweep')}
          act={() => send('POST /office/coins/{sCoin}/sweep', { params, body: {} })}
        />
      }
    >
      {sHeld !== null && <Notice tone="attention" title={sHeld} standing />}
      <div className="my-4 max-w-160">
        <Facts
          facts={[
            [text('office.coins.block'), `${coin.nHeight}`],
            [text('office.coins.lookedAt'), <Moment key="at" at={coin.dLookedAt} />],
            [text('office.coins.onChain'), amount(coin.oOnChain)],
            [text('office.coins.ofMembers'), amount(coin.oOfMembers)],
            [text('office.coins.sending'), amount(coin.oSending)],
            [text('office.coins.house'), amount(coin.oHouse)],
            [text('office.coins.cold'), amount(coin.oCold)],
            [text('office.coins.unmatched'), amount(coin.oUnmatched)],
            [text('office.coins.wishes'), `${coin.nWishes}`],
          ]}
        />
      </div>
      {aSlow.map(({ _id: id, oAmount }) => (
        <p key={id} className="mb-3 flex flex-wrap items-center gap-3 text-15">
          {id} · {amount(oAmount)}
          <Act
            label={text('office.coins.bump')}
            act={() => send('POST /office/transfers/{id}/bump', { params: { id }, body: {} })}
          />
        </p>
      ))}
      {sHeld === null ? (
        <Hold sCoin={sCoin} />
      ) : (
        <Act
          label={text('office.coins.resume')}
          act={() => send('POST /office/coins/{sCoin}/resume', { params, body: {} })}
        />
      )}
    </Section>
  );
}

/** The coins of the shop. */
export const Coins = () => (
  <Page title={text('office.nav.coins')}>
    <Loaded
      query={useQuery(apiQuery('GET /office/coins', {}))}
      waiting={<Skeleton className="h-64" />}
    >
      {(all) =>
        all.length === 0 ? (
          <p className="text-soft">{text('office.coins.none')}</p>
        ) : (
          all.map((coin) => <CoinShown key={coin.sCoin} coin={coin} />)
        )
      }
    </Loaded>
  </Page>
);
