/*
 * The sandbox's part of PayPal's "JavaScript SDK reference": window.paypal.Buttons. It needs nothing
 * of the shop's page but that its Content-Security-Policy allows this origin for scripts and frames:
 * no eval, no inline style (styles are constructed sheets in a shadow tree). As with PayPal's own
 * script, a page that isolates itself must send `Cross-Origin-Opener-Policy:
 * same-origin-allow-popups`, or it can not hear the payment window.
 */
(() => {
  const { origin } = new URL(document.currentScript.src);
  /* A window that closes has just said why, or was closed by the buyer: wait for the message. */
  const graceMs = 250;
  const lookEveryMs = 200;
  /* The press that decided ends before its window goes, also for a browser driven by a test. */
  const closeAfterMs = 100;

  const styles = new CSSStyleSheet();
  styles.replaceSync(`
    :host {
      display: block;
      font: 600 1rem/1.25 "Inter Variable", Inter, system-ui, "Segoe UI", Roboto, "Helvetica Neue", Arial, sans-serif;
    }
    * { box-sizing: border-box; }
    button { font: inherit; cursor: pointer; }
    .pay {
      display: flex; align-items: center; justify-content: center; gap: 0.625rem; width: 100%;
      min-height: 3rem; padding: 0.75rem 0.5rem; border: 0; border-radius: 0.625rem;
      background: light-dark(#0b6b47, #4cc48d); color: light-dark(#ffffff, #0a1b12);
      transition: background 160ms ease-out;
    }
    .pay:hover:not(:disabled) { background: light-dark(#085538, #6ed5a5); }
    .pay:disabled { cursor: progress; }
    .pay.white {
      border: 1px solid light-dark(#8b8575, #7f7c70); background: light-dark(#ffffff, #1b1c17);
      color: light-dark(#17150f, #f2efe6);
    }
    .pay.white:hover:not(:disabled) { border-color: currentColor; background: light-dark(#ffffff, #1b1c17); }
    .pay.busy { background: light-dark(#e4f0e9, #18301f); color: light-dark(#0b6b47, #4cc48d); }
    .pay.busy svg { display: none; }
    .pay.busy::before {
      content: ""; width: 1rem; height: 1rem; flex: none; border: 2px solid; border-top-color: transparent;
      border-radius: 50%; animation: turn 900ms linear infinite;
    }
    @keyframes turn { to { rotate: 1turn; } }
    .pay svg { width: 1.5rem; height: 1.125rem; flex: none; }
    :focus-visible { outline: 3px solid light-dark(#17150f, #f2efe6); outline-offset: 2px; }
    .note {
      margin: 0.5rem 0 0; font-weight: 400; font-size: 0.8125rem; line-height: 1.45; text-align: center;
      color: light-dark(#5d584b, #b7b2a4);
    }
    .note button {
      padding: 0.25rem; border: 0; background: none; color: inherit; text-decoration: underline;
    }
    dialog {
      width: min(28rem, 100vw); height: min(44rem, 100dvh); max-width: none; max-height: none;
      padding: 0; border: 0; border-radius: 0.875rem; overflow: hidden;
      background: light-dark(#faf8f3, #12130f); box-shadow: 0 16px 40px -12px #0000008c;
    }
    dialog::backdrop { background: #17150f99; }
    iframe { display: block; width: 100%; height: 100%; border: 0; }
    @media (min-width: 20rem) { .pay { font-size: clamp(0.875rem, 4.5vw, 1rem); white-space: nowrap; } }
    @media (max-width: 30rem) { dialog { border-radius: 0; } }
    @media (prefers-reduced-motion: reduce) { .pay { transition: none; } .pay.busy::before { animation: none; } }
  `);

  const cardPicture = () => {
    const space = 'http://www.w3.org/2000/svg';
    const picture = document.createElementNS(space, 'svg');
    picture.setAttribute('viewBox', '0 0 24 18');
    picture.setAttribute('aria-hidden', 'true');
    const shape = document.createElementNS(space, 'path');
    shape.setAttribute('fill', 'none');
    shape.setAttribute('stroke', 'currentColor');
    shape.setAttribute('stroke-width', '2');
    shape.setAttribute(
      'd',
      'M4 2h16a2 2 0 0 1 2 2v10a2 2 0 0 1-2 2H4a2 2 0 0 1-2-2V4a2 2 0 0 1 2-2ZM2 7h20',
    );
    picture.append(shape);
    return picture;
  };

  const pageFor = (orderId) => {
    const page = new URL('/checkoutnow', origin);
    page.searchParams.set('origin', location.origin);
    if (orderId !== undefined) page.searchParams.set('token', orderId);
    return page.href;
  };

  /** Waits for what the payment page says; `gone` tells whether it went away without a word. */
  const decisionOf = (page, gone) => {
    let settle;
    let late;
    const decided = new Promise((resolve) => {
      settle = resolve;
    });
    const hear = (event) => {
      if (event.origin !== origin || event.source !== page()) return;
      if (event.data?.source === 'giftlane-sandbox') settle(event.data);
    };
    const look = setInterval(() => {
      if (late === undefined && gone())
        late = setTimeout(() => settle({ kind: 'cancelled' }), graceMs);
    }, lookEveryMs);
    window.addEventListener('message', hear);
    return decided.finally(() => {
      clearInterval(look);
      clearTimeout(late);
      window.removeEventListener('message', hear);
    });
  };

  /** A window of its own; undefined when the browser does not allow one. */
  const openPopup = () => {
    const [width, height] = [460, 720];
    const left = Math.round(window.screenX + Math.max(0, (window.outerWidth - width) / 2));
    const top = Math.round(window.screenY + Math.max(0, (window.outerHeight - height) / 3));
    const features = `popup,width=${width},height=${height},left=${left},top=${top}`;
    const popup = window.open(pageFor(), '_blank', features);
    if (!popup) return undefined;
    return {
      decided: decisionOf(
        () => popup,
        () => popup.closed,
      ),
      show: (orderId) => popup.location.replace(pageFor(orderId)),
      focus: () => popup.focus(),
      close: () => setTimeout(() => popup.close(), closeAfterMs),
    };
  };

  /** The same page in a dialog of the shop's page, for browsers that allow no window. */
  const openDialog = (root) => {
    const dialog = document.createElement('dialog');
    dialog.setAttribute('aria-label', 'Sandbox payment');
    const frame = document.createElement('iframe');
    frame.title = 'Sandbox payment';
    frame.src = pageFor();
    dialog.append(frame);
    root.append(dialog);
    dialog.showModal();
    return {
      decided: decisionOf(
        () => frame.contentWindow,
        () => !dialog.open,
      ),
      show: (orderId) => {
        frame.src = pageFor(orderId);
      },
      focus: () => frame.focus(),
      close: () => dialog.remove(),
    };
  };

  /** The button and what stands below it; `show` is called when a buyer looks for the window. */
  const makeButton = (show, color) => {
    const host = document.createElement('div');
    const root = host.attachShadow({ mode: 'open' });
    root.adoptedStyleSheets = [styles];
    const button = document.createElement('button');
    button.type = 'button';
    button.className = color === 'white' ? 'pay white' : 'pay';
    const label = document.createElement('span');
    button.append(cardPicture(), label);
    const note = document.createElement('p');
    note.className = 'note';
    note.setAttribute('aria-live', 'polite');
    root.append(button, note);
    const finder = document.createElement('button');
    finder.type = 'button';
    finder.textContent = 'Show the payment window';
    finder.addEventListener('click', show);
    return {
      host,
      root,
      button,
      idle() {
        button.disabled = false;
        button.classList.remove('busy');
        label.textContent = 'Pay by sandbox card';
        note.textContent = 'Sandbox: no real money moves.';
      },
      busy() {
        button.disabled = true;
        button.classList.add('busy');
        label.textContent = 'Waiting for your payment…';
        note.replaceChildren(finder);
      },
    };
  };

  /** The buyer decides, and the shop is told; true when the shop wants the buyer to try again. */
  const decide = async (page, orderID, options) => {
    page.show(orderID);
    const decision = await page.decided;
    page.close();
    if (decision.kind !== 'approved') {
      await options.onCancel?.({ orderID });
      return false;
    }
    let again = false;
    const restart = () => {
      again = true;
    };
    const data = {
      orderID,
      payerID: decision.payerID,
      paymentID: null,
      billingToken: null,
      facilitatorAccessToken: null,
      paymentSource: 'card',
    };
    await options.onApprove?.(data, { restart, redirect: (url) => location.assign(url) });
    return again;
  };

  const newOrderId = async ({ createOrder }) => {
    if (typeof createOrder !== 'function') throw new Error('createOrder is missing');
    const orderId = await createOrder({ paymentSource: 'card' }, {});
    if (typeof orderId === 'string' && orderId !== '') return orderId;
    throw new Error('Expected an order id to be passed');
  };

  const Buttons = (options = {}) => {
    let page;
    const shown = makeButton(() => page?.focus(), options.style?.color);
    const openPage = () => openPopup() ?? openDialog(shown.root);

    const start = async () => {
      let rejected = false;
      const reject = () => {
        rejected = true;
      };
      const click = options.onClick?.({ fundingSource: 'card' }, { resolve: () => true, reject });
      if (rejected) return;
      /* Opened within the click, or the browser would refuse it. */
      page = openPage();
      shown.busy();
      try {
        await click;
        if (rejected) return;
        const orderId = await newOrderId(options);
        /* No click stands behind a second try: without a window it is the dialog. */
        while (await decide(page, orderId, options)) page = openPage();
      } catch (error) {
        if (options.onError) options.onError(error);
        else console.error(error);
      } finally {
        page.close();
        page = undefined;
        shown.idle();
      }
    };

    shown.idle();
    shown.button.addEventListener('click', start);
    const setAble = (able) => () => {
      shown.button.disabled = !able;
    };
    return {
      isEligible: () => true,
      async render(target) {
        const place = typeof target === 'string' ? document.querySelector(target) : target;
        if (!place) throw new Error(`Document is ready and element ${target} does not exist`);
        place.append(shown.host);
        options.onInit?.({}, { enable: setAble(true), disable: setAble(false) });
      },
      async close() {
        page?.close();
        shown.host.remove();
      },
    };
  };

  window.paypal = {
    version: 'sandbox',
    FUNDING: { PAYPAL: 'paypal', CARD: 'card' },
    Buttons,
  };
})();
