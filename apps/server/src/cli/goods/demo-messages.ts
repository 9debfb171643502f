/** Messages that wait for the demo's support, and an answer that is prepared. */
import { type ContactParts, leaveMessage, putPrepared } from '../../features/contact/contact.ts';

const messages = [
  {
    email: 'anna@giftlane.example',
    fullName: 'Anna Archer',
    subject: 'When does my code come?',
    message: 'Hello,\n\nI paid by Bitcoin an hour ago and see no code yet.\n\nAnna',
  },
  {
    email: 'carla@company.example',
    fullName: 'Carla Cole',
    subject: 'Cards for 200 people',
    message: 'We would like to buy cards for our whole company. Is there an invoice?',
  },
];

const prepared = {
  id: 'demo_coins',
  title: 'Coins need confirmations',
  words:
    'Your payment is on its way. Its codes come with the last confirmation, usually within an hour: you need not do anything.',
};

/** Adds them; a start that was interrupted may add a message again. */
export async function addDemoMessages(parts: ContactParts): Promise<void> {
  for (const message of messages)
    await leaveMessage(parts, { ...message, suspect: false }, { address: '127.0.0.1' });
  await putPrepared(parts.db, prepared);
}
