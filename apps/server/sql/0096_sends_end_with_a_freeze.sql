-- What waits to leave a coin wallet does not leave it any more once its owner has frozen the account meanwhile, also
-- after that was undone. When the owner did so last; the moment of the statement, behind all that was stored before it.
alter table members add column last_locked_at timestamptz;
update members set last_locked_at = locked_at where locked_at is not null;

create index coin_approvals_open on coin_approvals (coin) where decision is null;
