/** Notifications, the newsletter and messages to the shop. */
import { each, gone, ours, secret } from './table.ts';

/**
 * Messages and the newsletter are keyed by an email address. They count as a member's only once the member has
 * proven to own the mailbox; otherwise anyone could register an address and take or delete its owner's data.
 */
const ownAddress =
  '(select m.email_key from members m where m.id = $1 and m.owner_shown_at is not null)';
const ownSubscriber = `(select s.id from newsletter_subscribers s where s.email_key = ${ownAddress})`;

export const messageTables = [
  gone('member_notes', {
    file: ['messages/our-notes', 'copy.notes', 'created_at, id'],
    shown: 'member_id note created_at',
    hidden: { id: ours, operator_id: 'names one of our people' },
  }),
  gone('push_deliveries', {
    file: ['notifications/sent', 'copy.pushed', 'created_at'],
    shown: 'order_id notice member_id order_number tries created_at ended_at',
    hidden: { subscription_id: secret },
  }),
  gone('push_subscriptions', {
    whose: 'session_id in (select s.id from sessions s where s.member_id = $1)',
    file: ['notifications/browsers', 'copy.browsers', 'touched_at'],
    shown: 'endpoint session_id touched_at',
    hidden: each('id p256dh auth', secret),
  }),
  gone('newsletter_confirmations', {
    whose: `subscriber_id in ${ownSubscriber}`,
    hidden: {
      ...each('token_hash subscriber_id', secret),
      expires_at: 'of a link that was mailed',
    },
  }),
  gone('newsletter_deliveries', {
    whose: `subscriber_id in ${ownSubscriber}`,
    file: ['messages/newsletters', 'copy.newsletters', 'sent_at'],
    shown: 'issue_id sent_at',
    hidden: { subscriber_id: secret },
  }),
  gone('newsletter_subscribers', {
    whose: `email_key = ${ownAddress}`,
    file: ['messages/newsletter', 'copy.newsletter', 'asked_at'],
    shown: 'email state asked_at confirmed_at left_at',
    hidden: { id: secret, leave_hash: secret, email_key: 'email in lower case' },
  }),
  gone('contact_answers', {
    whose: `lower(email collate "C") = ${ownAddress}`,
    file: ['messages/from-support', 'copy.answers', 'created_at, id'],
    shown: 'id thread_id email words created_at',
    hidden: { operator: 'who of the staff wrote it' },
  }),
  gone('contact_messages', {
    whose: `lower(email collate "C") = ${ownAddress}`,
    file: ['messages/to-support', 'copy.messages', 'created_at, id'],
    shown: 'id thread_id email full_name subject message signed_in created_at',
    hidden: { suspect: 'whether a program seems to have written it' },
  }),
  gone('contact_threads', {
    whose: `lower(email collate "C") = ${ownAddress}`,
    file: ['messages/threads', 'copy.threads', 'created_at, id'],
    shown: 'id email subject reference state moved_at created_at',
    hidden: { ...each('moves moved_by', ours) },
  }),
];
