/** Coin wallets, what they send and receive, and orders paid by coins. */
import { each, kept, ours } from './table.ts';

const ownCoinWallets = '(select w.id from coin_wallets w where w.owner = $1)';
const ownCoinTransfers = `(select t.id from coin_transfers t where t.wallet_id in ${ownCoinWallets})`;

export const coinTables = [
  kept('coin_wishes', {
    whose: `transfer_id in ${ownCoinTransfers}`,
    hidden: each('number coin transfer_id wish tag created_at raw refusal answered_at', ours),
  }),
  kept('coin_approvals', {
    whose: `transfer_id in ${ownCoinTransfers}`,
    file: ['coins/waited', 'copy.coinWaits', 'created_at, transfer_id'],
    shown: 'transfer_id coin goes_at created_at decision reason decided_at',
    hidden: { wish: ours, tag: ours, decided_by: 'who works for the shop' },
  }),
  kept('coin_consents', {
    whose: `transfer_id in ${ownCoinTransfers}`,
    hidden: each('transfer_id operator_id given_by tag given_at', 'who works for the shop'),
  }),
  kept('coin_quotes', {
    file: ['coins/orders', 'copy.coinQuotes', 'created_at, order_id'],
    shown: `member_id order_id coin script address amount rate locked_until transfer_id
      received paid credited given_up created_at`,
    hidden: { tag: ours },
  }),
  kept('coin_outputs', {
    whose: `wallet_id in ${ownCoinWallets}`,
    file: ['coins/outputs', 'copy.coinOutputs', 'created_at, txid, vout'],
    shown: `coin txid vout wallet_id script value kind height made_by reserved_by spent_txid
      spent_height booked credited lost gone dead_height matched taken fee_enough created_at`,
  }),
  kept('coin_transfer_events', {
    whose: `transfer_id in ${ownCoinTransfers}`,
    file: ['coins/steps', 'copy.coinSteps', 'transfer_id, nth'],
    shown: 'transfer_id nth action created_at',
  }),
  kept('coin_transfers', {
    whose: `wallet_id in ${ownCoinWallets}`,
    file: ['coins/transfers', 'copy.coinTransfers', 'created_at, id'],
    shown: `id coin wallet_id type txid vout address value fee comment order_id sale_id bumps
      request_key depth state height in_block_at settled next_try_at tries created_at`,
    blank: { comment: "''" },
  }),
  kept('coin_addresses', {
    whose: `wallet_id in ${ownCoinWallets}`,
    file: ['coins/addresses', 'copy.coinAddresses', 'created_at, script'],
    shown: 'coin script address wallet_id branch index refill used_at created_at',
  }),
  kept('coin_wallets', {
    whose: 'owner = $1',
    file: ['coins/wallets', 'copy.coinWallets', 'created_at, id'],
    shown: 'id coin owner account receiving changing rescanned created_at',
    hidden: { tag: ours },
  }),
];
