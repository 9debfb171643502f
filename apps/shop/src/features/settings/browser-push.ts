/** Push notifications of this browser: what it can, what it has, and what the shop knows of it. */
import { send } from '@giftlane/client/api.ts';
import { homeOrigin } from '../../rooms/pages/head.ts';

/**
 * `unsupported`: the browser can not. `absent`: the shop does not offer it here. `denied`: the person has
 * said no to the browser.
 */
export type PushState = 'unsupported' | 'absent' | 'denied' | 'off' | 'on';

/** The browser's own service could not be asked; its reasons are for programmers. */
export class ServiceFailed extends Error {}

const workerPatienceMs = 8_000;

const supported = () =>
  'serviceWorker' in navigator && 'PushManager' in globalThis && 'Notification' in globalThis;

/** The worker's registration; it may still be on its way, and there is none but at the shop's home. */
async function registration(): Promise<ServiceWorkerRegistration | undefined> {
  const home = homeOrigin();
  if (!import.meta.env.PROD || !home || URL.parse(home)?.origin !== location.origin)
    return undefined;
  const late = new Promise<undefined>((resolve) => {
    setTimeout(resolve, workerPatienceMs);
  });
  return Promise.race([navigator.serviceWorker.ready, late]);
}

const base64url = (bytes: ArrayBuffer | null | undefined): string =>
  btoa(String.fromCharCode(...new Uint8Array(bytes ?? new ArrayBuffer())))
    .replaceAll('+', '-')
    .replaceAll('/', '_')
    .replace(/=+$/, '');

/** Whether a subscription was made with the shop's present key: with another nothing would arrive. */
const isOurs = (subscription: PushSubscription, publicKey: string) =>
  base64url(subscription.options.applicationServerKey) === publicKey;

/** How things stand, by the browser's word and the shop's. */
export async function readPush(publicKey: string | undefined): Promise<PushState> {
  if (!supported()) return 'unsupported';
  const worker = publicKey ? await registration() : undefined;
  if (!publicKey || !worker) return 'absent';
  if (Notification.permission === 'denied') return 'denied';
  const subscription = await worker.pushManager.getSubscription();
  if (!subscription || !isOurs(subscription, publicKey)) return 'off';
  const body = { sEndpoint: subscription.endpoint };
  const { data } = await send('POST /push/status', { body });
  return data.bLinked ? 'on' : 'off';
}

async function subscribeHere(
  { pushManager }: ServiceWorkerRegistration,
  publicKey: string,
): Promise<PushSubscription> {
  const known = await pushManager.getSubscription();
  if (known && isOurs(known, publicKey)) return known;
  try {
    await known?.unsubscribe();
    return await pushManager.subscribe({ userVisibleOnly: true, applicationServerKey: publicKey });
  } catch {
    throw new ServiceFailed();
  }
}

/**
 * Asks the person, subscribes and tells the shop whose browser it is. Answers `off` when the person has not
 * decided. Whatever fails leaves nothing behind that would push.
 */
export async function switchOn(publicKey: string): Promise<PushState> {
  // First of all: browsers ask only in answer to a press.
  const permission = await Notification.requestPermission();
  if (permission !== 'granted') return permission === 'denied' ? 'denied' : 'off';
  const worker = await registration();
  if (!worker) return 'absent';
  const subscription = await subscribeHere(worker, publicKey);
  try {
    const { endpoint, keys: { p256dh = '', auth = '' } = {}, ...more } = subscription.toJSON();
    const body = { ...more, endpoint: endpoint ?? '', keys: { p256dh, auth } };
    const { data } = await send('POST /push/subscribe', { body, anonymous: true });
    await send('POST /push/link', { body: data });
    return 'on';
  } catch (error) {
    await subscription.unsubscribe().catch(() => false);
    throw error;
  }
}

/** Ends the browser's subscription and tells the shop; either of the two suffices. */
export async function switchOff(): Promise<PushState> {
  const worker = await registration();
  const subscription = await worker?.pushManager.getSubscription();
  if (!subscription) return 'off';
  const body = { sEndpoint: subscription.endpoint };
  const [told, ended] = await Promise.allSettled([
    send('POST /push/unsubscribe', { body, anonymous: true }),
    subscription.unsubscribe(),
  ]);
  if (told.status === 'rejected' && ended.status === 'rejected') throw told.reason;
  return 'off';
}
