-- What kinds of journals there are: those of ledger/kinds.ts and no other.
alter table ledger_journals add constraint ledger_journals_kind check (kind in (
  'buy', 'hold', 'release', 'capture', 'cashback', 'refund', 'unmatched', 'reversal', 'restored', 'refund_owed',
  'refund_settled', 'refund_reversed', 'coin_paid', 'coin_given_up', 'coin_credit', 'add', 'freeze', 'keep',
  'unfreeze', 'sell', 'redeem', 'send', 'points', 'points_back', 'spend_points', 'friend_points', 'friend_back',
  'coin_in', 'coin_lost', 'coin_out', 'coin_settled', 'coin_unsettled', 'coin_back', 'coin_cold_found'));
