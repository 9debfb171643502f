-- Captures are asked about for half a year: that money was taken back is not learned from webhooks alone.
alter table payment_captures
  add column ask_at timestamptz,
  -- Whether what was taken back of it was taken by a dispute; null while nobody has said so.
  add column disputed boolean;
update payment_captures set ask_at = app_now() + random() * interval '1 day'
  where created_at > app_now() - interval '180 days';
alter table payment_captures alter column ask_at set default app_now() + interval '30 minutes';
create index payment_captures_due on payment_captures (ask_at) where ask_at is not null;
