import type { CoinTransfer } from '@giftlane/contract/money/crypto.ts';
import { text } from '@giftlane/texts/text.ts';
import { Button } from '@giftlane/ui/controls/button.tsx';
import { Dated } from '@giftlane/ui/layout/dated.tsx';
import { Copy, ExternalLink } from 'lucide-react';
import type { ReactNode } from 'react';
import { Link } from 'react-router';
import { CodeText } from '../../../rooms/codes/code-text.tsx';
import { stateWords } from '../../../rooms/coins/coin-states.tsx';
import { coinAmount } from '../../../rooms/coins/coins.ts';
import { orderPath } from '../../../rooms/orders/orders.ts';
import { copy } from '../../../rooms/pages/copy.ts';
import { useOption } from '../../../session/options.ts';
import { explorerAddress } from './explorer.ts';
import { confirmationsText, momentText } from './words.ts';

const Detail = ({ label, children }: { label: string; children: ReactNode }) => (
  <div>
    <dt className="text-soft">{label}</dt>
    <dd className="mt-0.5">{children}</dd>
  </div>
);

const linkClass =
  'inline-flex min-h-6 items-center gap-1 underline decoration-edge underline-offset-2 hover:decoration-ink';

const copyId = (txid: string) =>
  copy(txid, text('coins.detail.txid.copied'), text('coins.detail.txid.copyFailed'));

/** The transaction id, with a copy button and a link to the block explorer if one is configured. */
function Txid({ transfer: { coin, txid } }: { transfer: CoinTransfer }) {
  const pattern = useOption(coin === 'BTC' ? 'explorer_btc' : 'explorer_ltc');
  const address = explorerAddress(pattern, txid);
  return (
    <Detail label={text('coins.detail.txid')}>
      <span className="block font-code break-all">{txid}</span>
      <span className="mt-2 flex flex-wrap items-center gap-x-4 gap-y-2">
        <Button size="small" onClick={() => void copyId(txid)}>
          <Copy aria-hidden="true" className="size-4" />
          {text('wallet.copy')}
        </Button>
        {address && (
          <a href={address} target="_blank" rel="noopener noreferrer" className={linkClass}>
            {text('coins.detail.explorer')}
            <ExternalLink aria-hidden="true" className="size-4" />
          </a>
        )}
      </span>
    </Detail>
  );
}

/** Addresses, fee, order, confirmations, transaction id and history of a transfer. */
export function TransferDetails({ transfer }: { transfer: CoinTransfer }) {
  const { coin, type, txid, outputs, nFee, sOrderId, history } = transfer;
  return (
    <dl className="mt-2 space-y-3 rounded-control bg-sunken p-3 text-13">
      <Detail label={text(type === 'receive' ? 'coins.detail.at' : 'coins.detail.to')}>
        {outputs.map(({ address }) => (
          <span key={address} className="block font-code">
            <CodeText code={address} />
          </span>
        ))}
      </Detail>
      {type === 'send' && (
        <Detail label={text('coins.detail.fee')}>
          <span className="tabular-nums">{coinAmount(nFee, coin)}</span>
        </Detail>
      )}
      {sOrderId && (
        <Detail label={text('coins.detail.order')}>
          <Link to={orderPath(sOrderId)} className={linkClass}>
            {text('coins.detail.order.link')}
          </Link>
        </Detail>
      )}
      <Detail label={text('coins.detail.confirmations')}>{confirmationsText(transfer)}</Detail>
      {txid && <Txid transfer={transfer} />}
      <Detail label={text('coins.detail.history')}>
        <ol className="space-y-1">
          {history.map(({ action, date }) => (
            <li key={`${action} ${date}`} className="flex flex-wrap gap-x-3">
              <span className="min-w-24 font-medium">{stateWords[action]}</span>
              <span className="text-soft tabular-nums">
                <Dated words={momentText(date)} />
              </span>
            </li>
          ))}
        </ol>
      </Detail>
    </dl>
  );
}
