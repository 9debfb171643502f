-- What has had its time is found in an index, so that clearing it away costs what there is of it. Sweeps that
-- read whole tables never ended within a statement's time once a flood had filled them.
create index throttle_windows_started on throttle_windows (started_at);
create index sessions_expiring on sessions (expires_at);
create index sign_in_places_seen on sign_in_places (seen_at);
create index mail_tokens_expiring on mail_tokens (expires_at);
create index newsletter_confirmations_expiring on newsletter_confirmations (expires_at);
create index newsletter_subscribers_asked on newsletter_subscribers (asked_at) where state = 'asked';
create index newsletter_subscribers_left on newsletter_subscribers (left_at) where state = 'left';
drop index newsletter_subscribers_to_forget;
create index push_subscriptions_nobodys on push_subscriptions (touched_at) where session_id is null;
create index provider_events_old on provider_events (state, received_at) where state <> 'new';
create index uploads_to_remove on uploads (gone_at) where gone_at is not null and removed_at is null;
create index uploads_removed on uploads (removed_at) where removed_at is not null;
drop index uploads_gone;
create index codes_expired on codes (expires_at) where state = 'free' and expires_at is not null;
