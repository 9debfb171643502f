/* Lists the mails, shows the one the address names, and looks for new ones every other second. */
const lookEveryMs = 2000;
const part = (id) => document.getElementById(id);
const [list, reader, toField] = ['mails', 'reader', 'to'].map(part);

let shownList = '';
let shownMail;
let asText = false;

const chosenId = () => decodeURIComponent(location.hash.slice(1).replace(/^all$/, ''));

function element(name, className, text) {
  const made = document.createElement(name);
  if (className) made.className = className;
  made.textContent = text;
  return made;
}

function timeOf(receivedAt) {
  const date = new Date(receivedAt);
  const today = date.toDateString() === new Date().toDateString();
  const made = element(
    'time',
    '',
    today ? date.toLocaleTimeString() : date.toLocaleDateString(undefined, { dateStyle: 'medium' }),
  );
  made.dateTime = receivedAt;
  return made;
}

function item(mail) {
  const line = element('span', 'line', '');
  line.append(element('strong', '', mail.subject || '(no subject)'), timeOf(mail.receivedAt));
  const link = document.createElement('a');
  link.href = `#${encodeURIComponent(mail.id)}`;
  if (mail.id === chosenId()) link.setAttribute('aria-current', 'true');
  link.append(
    line,
    element('span', 'recipient', `To ${mail.to.join(', ')}`),
    element('span', 'preview', mail.preview),
  );
  const made = document.createElement('li');
  made.append(link);
  return made;
}

async function showList() {
  const to = toField.value.trim();
  const response = await fetch(`/mails?summary&to=${encodeURIComponent(to)}`);
  const text = await response.text();
  const key = `${chosenId()} ${text}`;
  if (key === shownList) return;
  shownList = key;
  const mails = JSON.parse(text);
  const focused = document.activeElement?.closest('ol a')?.getAttribute('href');
  list.replaceChildren(...mails.map(item));
  if (focused) list.querySelector(`a[href="${CSS.escape(focused)}"]`)?.focus();
  list.hidden = mails.length === 0;
  part('empty').hidden = mails.length > 0;
  part('count').textContent = mails.length === 1 ? '1 mail' : `${mails.length} mails`;
}

/* Addresses in a plain text open in a new tab. */
function linked(text) {
  return text.split(/(https?:\/\/[^\s<>"]+)/).map((piece, index) => {
    if (index % 2 === 0) return piece;
    const link = element('a', '', piece);
    link.href = piece;
    link.target = '_blank';
    link.rel = 'noreferrer';
    return link;
  });
}

function showView() {
  const text = asText || shownMail.html === '';
  part('html').hidden = text;
  part('text').hidden = !text;
  part('as-html').hidden = shownMail.html === '';
  part('as-text').setAttribute('aria-pressed', String(text));
  part('as-html').setAttribute('aria-pressed', String(!text));
}

async function showMail() {
  const id = chosenId();
  document.body.classList.toggle('reading', id !== '');
  if (id === shownMail?.id) return;
  const response = id === '' ? undefined : await fetch(`/mails/${encodeURIComponent(id)}`);
  if (!response?.ok) {
    shownMail = undefined;
    reader.hidden = true;
    document.body.classList.remove('reading');
    document.title = 'Sandbox inbox';
    return;
  }
  shownMail = await response.json();
  document.title = `${shownMail.subject} – Sandbox inbox`;
  part('subject').textContent = shownMail.subject || '(no subject)';
  part('from').textContent = shownMail.from;
  part('recipients').textContent = shownMail.to.join(', ');
  part('date').textContent = new Date(shownMail.receivedAt).toLocaleString();
  part('attached').hidden = shownMail.attachments.length === 0;
  part('attachments').textContent = shownMail.attachments.join(', ');
  part('text').replaceChildren(...linked(shownMail.text));
  part('html').src = `/mails/${encodeURIComponent(id)}/html`;
  reader.hidden = false;
  showView();
  reader.focus();
}

function choose(text) {
  asText = text;
  showView();
}

async function refresh() {
  await showMail();
  await showList();
}

/* The sandbox may be down for a moment: the next look tells. */
const look = () => refresh().catch(() => undefined);

part('as-html').addEventListener('click', () => choose(false));
part('as-text').addEventListener('click', () => choose(true));
toField.addEventListener('input', look);
part('clear').addEventListener('click', async () => {
  await fetch('/mails', { method: 'DELETE' });
  location.hash = '';
  await look();
});
window.addEventListener('hashchange', look);
setInterval(() => {
  if (!document.hidden) look();
}, lookEveryMs);
look();
