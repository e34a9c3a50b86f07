// @ts-check

/**
 * What an event says, in a few words: whom it is about, and what. Both are text of others.
 * @param {import('./trail.js').Happening} row @returns {{ who: string, what: string }}
 */
export function told(row) {
  const p = row.payload;
  const message = p.message;
  if (message?.text !== undefined) {
    return { who: text(message.agent_name), what: `${where(p)} ${text(message.text)}` };
  }
  switch (row.type.split('.')[0]) {
    case 'delivery':
      return { who: '', what: [p.delivery_id, p.error, p.reason, p.available_at && `until ${p.available_at}`].filter(Boolean).map(text).join(' · ') };
    case 'action':
      return { who: text(p.caller_name), what: [p.action_name, p.status, p.error, p.invocation_id].filter(Boolean).map(text).join(' · ') };
    case 'agent':
      return { who: text(p.agent?.name ?? p.agent_name), what: text(p.status) };
    default:
      return { who: text(p.agent_name ?? p.peer_id ?? p.peer_from), what: rest(p) };
  }
}

/** @param {any} p */
function where(p) {
  return p.channel ? `#${text(p.channel)}` : p.conversation_id ? `(${text(p.conversation_id)})` : '';
}

/** @param {any} p */
function rest(p) {
  return Object.entries(p)
    .filter(([k, v]) => k !== 'type' && k !== 'agent_name' && v !== null && v !== undefined)
    .map(([k, v]) => `${k} ${text(v)}`)
    .join(' · ')
    .slice(0, 400);
}

/** @param {any} value */
function text(value) {
  return value === null || value === undefined ? '' : typeof value === 'object' ? JSON.stringify(value) : String(value);
}
