/* The payment window: shows an order, lets a person decide, and tells the shop's page. */
const query = new URLSearchParams(location.search);
const orderId = query.get('token');
const shopOrigin = URL.parse(query.get('origin') ?? '')?.origin;
const framed = window.parent !== window;
const shop = window.opener ?? (framed ? window.parent : null);

const closeAfterMs = 600;

let shownOrder;

const part = (id) => document.getElementById(id);
const [pay, decline, cancel] = ['pay', 'decline', 'cancel'].map(part);
const orderPath = `/checkoutnow/orders/${encodeURIComponent(orderId ?? '')}`;

function showProblem(text) {
  part('problem').textContent = text;
  part('problem').hidden = false;
}

/* Nothing to decide: what is wrong stands alone. */
function showEnd(text) {
  showProblem(text);
  for (const id of ['card', 'pay', 'decline']) part(id).toggleAttribute('hidden', true);
  cancel.textContent = 'Go back';
}

function enable(able) {
  pay.disabled = !able;
  decline.disabled = !able;
  part('choices').classList.toggle('working', !able);
}

function amountText({ value, currency_code: currency }) {
  const format = new Intl.NumberFormat('en-US', { style: 'currency', currency });
  return format.format(Number(value));
}

function showOrder(order) {
  part('to').textContent = order.brand === null ? 'You pay' : `You pay ${order.brand}`;
  part('amount').textContent = amountText(order.amount);
  part('description').textContent = order.description ?? '';
  part('reference').textContent = order.reference === null ? '' : `Reference ${order.reference}`;
  const open = order.status === 'CREATED' || order.status === 'APPROVED';
  enable(open);
  if (!open) showEnd('This payment is finished. You can close this window.');
}

/* The shop hears it by a message; without a shop behind us the browser goes where the order says. */
function leave(message, url) {
  if (shop && shopOrigin) {
    shop.postMessage({ source: 'giftlane-sandbox', ...message }, shopOrigin);
    /* The shop's page closes this window, if it is still there. */
    if (!framed) setTimeout(() => window.close(), closeAfterMs);
    return;
  }
  const back = URL.parse(url ?? '');
  if (back === null || !back.protocol.startsWith('http')) {
    showEnd('Done. You can close this window.');
    return;
  }
  back.searchParams.set('token', orderId ?? '');
  if (message.payerID) back.searchParams.set('PayerID', message.payerID);
  location.assign(back);
}

async function approve(order, declines) {
  enable(false);
  const response = await fetch(`${orderPath}/approve`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ declines }),
  });
  if (!response.ok) {
    showEnd('This payment can not be approved any more.');
    return;
  }
  const { payerID } = await response.json();
  leave({ kind: 'approved', orderID: orderId, payerID }, order.returnUrl);
}

/* Who changes their mind waits for nothing, the order least of all. */
function ableToGiveUp() {
  cancel.addEventListener('click', () =>
    leave({ kind: 'cancelled', orderID: orderId }, shownOrder?.cancelUrl),
  );
  cancel.disabled = false;
}

async function open() {
  const response = await fetch(orderPath);
  if (!response.ok) {
    part('to').textContent = 'There is no such payment';
    showEnd('The shop asked for a payment this sandbox does not know.');
    return;
  }
  const order = await response.json();
  shownOrder = order;
  showOrder(order);
  pay.addEventListener('click', () => approve(order, false));
  decline.addEventListener('click', () => approve(order, true));
}

document.addEventListener('keydown', (event) => {
  if (event.key === 'Escape') cancel.click();
});
ableToGiveUp();
if (orderId !== null) open().catch(() => showProblem('The sandbox does not answer.'));
