/** The account, its sessions and its ways to sign in. */
import { each, gone, kept, ours, secret } from './table.ts';

/** The job whose payload names a member's Google account. */
const googleLinkTask = 'accounts.send_google_link';
const nobody = 'lower(id || \'@erased.invalid\' collate "C")';

export const accountTables = [
  gone('sessions', {
    file: ['account/sessions', 'copy.sessions', 'created_at'],
    shown: `id member_id created_at last_seen_at expires_at proven_at proven_by opened_by device
      place waits_for_factor links_issuer links_subject links_by`,
    hidden: { token_hash: secret },
  }),
  gone('sign_in_places', {
    file: ['account/sign-ins', 'copy.places', 'seen_at'],
    shown: 'member_id seen_at',
    hidden: { place_hash: 'a digest that tells a network again and does not say which' },
  }),
  gone('sign_ins', {
    file: ['account/signed-in', 'copy.signIns', 'created_at, id'],
    shown: 'id member_id created_at opened_by factor new_device device place',
  }),
  gone('passkeys', {
    file: ['account/passkeys', 'copy.passkeys', 'created_at, id'],
    shown: 'id member_id name transports counter created_at last_used_at owned',
    hidden: { credential_id: secret, public_key: secret },
  }),
  gone('totp_factors', {
    file: ['account/authenticator-app', 'copy.totp', 'created_at'],
    shown: 'member_id created_at confirmed_at owned',
    hidden: { secret, last_step: ours },
  }),
  gone('recovery_codes', {
    file: ['account/recovery-codes', 'copy.recovery', 'created_at'],
    shown: 'member_id created_at used_at',
    hidden: { code_hash: secret },
  }),
  gone('mail_tokens', {
    file: ['account/mailed-links', 'copy.links', 'created_at'],
    shown: 'member_id purpose email_key created_at expires_at used_at',
    hidden: { token_hash: secret },
  }),
  gone('identity_links', {
    file: ['account/mailed-google-links', 'copy.googleLinks', 'expires_at'],
    shown: 'member_id email_key issuer subject expires_at',
    hidden: { token_hash: secret },
  }),
  gone('identities', {
    file: ['account/google', 'copy.google', 'linked_at'],
    shown: 'issuer subject member_id linked_by linked_at email_key',
  }),
  gone('email_changes', {
    file: ['account/email-changes', 'copy.emailChanges', 'asked_at'],
    shown: 'id member_id from_email to_email session_id state asked_at decided_at from_shown_at',
    hidden: { from_key: 'from_email in lower case', to_key: 'to_email in lower case' },
  }),
  kept('jobs', {
    // The error of a failed job may contain an email address, and its payload a Google account.
    whose: `given_up_at is not null
      and (position((select m.email_key from members m where m.id = $1) in lower(last_error collate "C")) > 0
        or (task = '${googleLinkTask}' and payload ->> 'memberId' = $1))`,
    hidden: each(
      `id task payload due_at created_at priority queue attempts max_attempts worker leased_until given_up_at last_error`,
      ours,
    ),
    why: 'itself',
    blank: {
      last_error: "'erased'",
      payload: `case when task = '${googleLinkTask}' then '{}' else payload end`,
    },
  }),
  kept('data_exports', {
    file: ['account/copies', 'copy.copies', 'asked_at'],
    shown: 'id member_id state bytes asked_at ready_at ends_at',
    hidden: {
      ...each('attempt parts link_until link_session removed_at', ours),
      link_hash: secret,
    },
    why: 'itself',
  }),
  kept('closings', {
    hidden: each(
      'member_id actor reason closed_at erase_at erased_at identity_until',
      'there is none while an account is open',
    ),
    blank: { reason: "''" },
  }),
  kept('throttle_windows', {
    whose: 'false',
    hidden: {
      key: "a digest, or a member's id; deleted within a day",
      ...each('hits started_at', ours),
    },
    why: 'itself',
  }),
  kept('members', {
    whose: 'id = $1',
    file: ['account/profile', 'copy.profile', 'id'],
    shown: `id email email_verified_at first_name last_name full_name mobile dial_code
      country_code country_name currency picture kyc_status membership_level use_wallet
      frozen_at frozen_reason created_at owner_shown_at locked_at last_locked_at
      unlock_asked_at`,
    hidden: {
      email_key: 'email in lower case',
      name_words: 'full_name as it is searched',
      password_hash: secret,
      ...each('closed_at erased_at', 'empty while an account is open'),
    },
    blank: {
      ...each('email email_key', nobody),
      ...each('email_verified_at owner_shown_at locked_at last_locked_at unlock_asked_at', 'null'),
      ...each(
        'first_name last_name full_name name_words mobile dial_code country_name picture',
        "''",
      ),
      password_hash: 'null',
    },
  }),
];
