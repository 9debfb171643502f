/* The account chooser: lists invented people, lets one be made up, and goes where the issuer says. */
const here = location.pathname;
const part = (id) => document.getElementById(id);

function showProblem(text) {
  part('problem').textContent = text;
  part('problem').hidden = false;
}

function showEnd(text) {
  showProblem(text);
  for (const id of ['accounts', 'other', 'fail', 'cancel']) part(id).hidden = true;
}

function element(name, className, text) {
  const made = document.createElement(name);
  made.className = className;
  made.textContent = text;
  return made;
}

function enable(able) {
  for (const button of document.querySelectorAll('button')) button.disabled = !able;
}

async function decide(decision) {
  enable(false);
  const response = await fetch(here, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify(decision),
  }).catch(() => undefined);
  if (response?.ok) {
    const { location: next } = await response.json();
    location.replace(next);
    return;
  }
  if (response?.status === 400) {
    showProblem((await response.json()).message);
    enable(true);
    return;
  }
  showEnd(
    response
      ? 'This sign-in is over. Close this window and begin again in the shop.'
      : 'The sandbox does not answer.',
  );
}

function row({ sub, email, emailVerified, givenName, familyName }) {
  const button = element('button', 'account', '');
  button.type = 'button';
  const face = element('span', 'face', `${givenName.slice(0, 1)}${familyName.slice(0, 1)}`);
  face.ariaHidden = 'true';
  const words = element('span', 'words', '');
  words.append(
    element('strong', '', `${givenName} ${familyName}`),
    element('span', 'soft', email),
    ...(emailVerified ? [] : [element('span', 'badge', 'Address not verified')]),
  );
  button.append(face, words);
  button.addEventListener('click', () => decide({ sub }));
  const item = document.createElement('li');
  item.append(button);
  return item;
}

async function open() {
  const response = await fetch(`${here}/details`);
  if (!response.ok) {
    showEnd('This sign-in is not known here. Close this window and begin again in the shop.');
    return;
  }
  const { shop, accounts } = await response.json();
  part('shop').textContent = shop;
  part('accounts').replaceChildren(...accounts.map(row));
}

part('new').addEventListener('submit', (event) => {
  event.preventDefault();
  const fields = new FormData(event.target);
  const text = (name) => String(fields.get(name) ?? '').trim();
  decide({
    account: {
      givenName: text('givenName'),
      familyName: text('familyName'),
      email: text('email'),
      emailVerified: fields.has('emailVerified'),
    },
  });
});
part('cancel').addEventListener('click', () => decide({ error: 'access_denied' }));
part('fail').addEventListener('click', () => decide({ error: 'server_error' }));
document.addEventListener('keydown', (event) => {
  if (event.key === 'Escape') part('cancel').click();
});
open().catch(() => showEnd('The sandbox does not answer.'));
