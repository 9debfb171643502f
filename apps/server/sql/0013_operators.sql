-- People who run the shop: a kind of account of their own, never a member.
create table operators (
  id text primary key,
  email text not null,
  email_key text not null constraint operators_email_once unique,   -- lower case, how it is compared
  role text not null check (role in ('owner', 'catalogue', 'support', 'finance')),
  created_at timestamptz not null default app_now(),
  constraint operators_email_key_lower check (email_key = lower(email))
);
