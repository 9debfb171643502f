/** Push notifications of this browser: its support, its subscription and the server's record of it. */
import { send } from '@giftlane/client/api.ts';
import { base64url } from '@giftlane/client/base64url.ts';
import { homeOrigin } from '../../rooms/pages/head.ts';

/** `unsupported` by the browser, `absent` in this shop, or the permission was `denied`. */
export type PushState = 'unsupported' | 'absent' | 'denied' | 'off' | 'on';

/** The browser's push service failed. */
export class ServiceFailed extends Error {}

const workerPatienceMs = 8_000;

const supported = () =>
  'serviceWorker' in navigator && 'PushManager' in globalThis && 'Notification' in globalThis;

/** The service worker's registration, which exists on the shop's home origin only. */
async function registration(): Promise<ServiceWorkerRegistration | undefined> {
  const home = homeOrigin();
  if (!import.meta.env.PROD || !home || URL.parse(home)?.origin !== location.origin)
    return undefined;
  const late = new Promise<undefined>((resolve) => {
    setTimeout(resolve, workerPatienceMs);
  });
  return Promise.race([navigator.serviceWorker.ready, late]);
}

/** Whether a subscription was made with the shop's present key; with another one nothing arrives. */
const isOurs = ({ options: { applicationServerKey } }: PushSubscription, publicKey: string) =>
  applicationServerKey !== null && base64url(new Uint8Array(applicationServerKey)) === publicKey;

/** The state by the browser's subscription and the server's record. */
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
 * Requests the permission, subscribes and links the subscription to the member. Returns `off` for a dismissed
 * request. A failure removes the subscription.
 */
export async function switchOn(publicKey: string): Promise<PushState> {
  // Before anything is awaited: browsers ask only in a click handler.
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

/** Ends the subscription in the browser and on the server; one of the two is enough. */
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
