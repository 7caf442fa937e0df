/** Chat templates in the shapes that models come with, cut down to what decides the seam. */

/** Llama 2's: the system text stands inside the first user turn. */
export const mergedSystemTemplate =
  "{{ bos_token }}{% if messages[0].role == 'system' %}{% set head = messages[0].content + '\\n\\n' %}{% set rest = messages[1:] %}" +
  "{% else %}{% set head = '' %}{% set rest = messages %}{% endif %}" +
  "{% for message in rest %}{{ '<|im_start|>' + (message.role if message.role == 'user' else 'model') + '\\n' }}" +
  "{{ (head if loop.first else '') + message.content + '<|im_end|>\\n' }}{% endfor %}" +
  "{% if add_generation_prompt %}{{ '<|im_start|>model\\n' }}{% endif %}";

/** Refuses every role but three. */
export const strictRolesTemplate =
  "{% for message in messages %}{% if message.role not in ['system', 'user', 'assistant'] %}{{ raise_exception('unknown role') }}{% endif %}" +
  "{{ '<|im_start|>' + message.role + '\\n' + message.content + '<|im_end|>\\n' }}{% endfor %}" +
  "{% if add_generation_prompt %}{{ '<|im_start|>assistant\\n' }}{% endif %}";

/** Passes over roles that it does not know. */
export const silentRolesTemplate =
  "{% for message in messages %}{% if message.role in ['system', 'user', 'assistant'] %}" +
  "{{ '<|im_start|>' + message.role + '\\n' + message.content + '<|im_end|>\\n' }}{% endif %}{% endfor %}" +
  "{% if add_generation_prompt %}{{ '<|im_start|>assistant\\n' }}{% endif %}";

/** Has no special token at all. */
export const plainTextTemplate =
  "{% for message in messages %}{{ message.role + ': ' + message.content + '\\n' }}{% endfor %}" +
  "{% if add_generation_prompt %}{{ 'assistant: ' }}{% endif %}";

/** Puts the number of turns in front: the head changes as the conversation grows. */
export const countingTemplate =
  "{{ '<|im_start|>' + (messages | length > 2) | string + '<|im_end|>' }}{% for message in messages %}" +
  "{{ '<|im_start|>' + message.role + '\\n' + message.content + '<|im_end|>\\n' }}{% endfor %}" +
  "{% if add_generation_prompt %}{{ '<|im_start|>assistant\\n' }}{% endif %}";

/** Writes its own BOS, then ChatML. */
export const bosTemplate =
  "{{ bos_token }}{% for message in messages %}" +
  "{{ '<|im_start|>' + message.role + '\\n' + message.content + '<|im_end|>\\n' }}{% endfor %}" +
  "{% if add_generation_prompt %}{{ '<|im_start|>assistant\\n' }}{% endif %}";
