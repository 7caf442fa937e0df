/**
 * THE table of error codes. A code is permanent: it is never renamed and never reused.
 * `docs/errors.md` is generated from here; a test holds both together.
 */
export interface ErrorEntry {
  readonly area:
    | "usage"
    | "tools"
    | "calls"
    | "facts"
    | "confirmation"
    | "models"
    | "bake"
    | "imprint"
    | "learn"
    | "eval"
    | "training"
    | "files";
  /** What happened, one sentence. */
  readonly meaning: string;
  /** What the user does about it, one sentence. */
  readonly fix: string;
  /** Exit class of a command that ends with this code; `failure` (1) unless said. */
  readonly exit?: "failure" | "usage" | "interrupted";
}

const table = {
  // usage
  invalid_usage: {
    area: "usage",
    meaning: "The command line does not parse, or options contradict each other.",
    fix: "Read the command's --help.",
    exit: "usage",
  },
  conflicting_tool_options: {
    area: "usage",
    meaning: "More than one tool surface was given, or a tool selection without --tools.",
    fix: "Pick one of --tools, --tools-manifest, --facts-store; --tool and --tool-tag need --tools.",
    exit: "usage",
  },
  feature_unavailable: {
    area: "usage",
    meaning: "This part of the product is not in this release.",
    fix: "Use what --help lists.",
  },
  interrupted: {
    area: "usage",
    meaning: "The command was interrupted by the user.",
    fix: "Run it again, unless a tool was called: then read the receipt that is named first.",
    exit: "interrupted",
  },
  internal_error: {
    area: "usage",
    meaning: "Something happened that the program did not foresee.",
    fix: "Report it with the message and the command.",
  },

  // files
  working_folder_not_found: {
    area: "files",
    meaning: "The working directory no longer exists or cannot be read.",
    fix: "Change to a folder that exists and run the command again.",
  },
  file_write_failed: {
    area: "files",
    meaning: "A file could not be written.",
    fix: "Check free space and permissions of the data folder (EDGE_DATA_DIR).",
  },
  invalid_json: {
    area: "files",
    meaning: "A text is not strict JSON: syntax, a duplicate key, or too deep.",
    fix: "Correct the document at the position named.",
  },
  invalid_json_value: {
    area: "files",
    meaning:
      "A value has no canonical JSON form: unsafe integer, non-finite number, lone surrogate, too deep.",
    fix: "Use a string for large integers and well-formed text.",
  },
  blob_not_found: {
    area: "files",
    meaning: "The store holds no content under this digest or name.",
    fix: "Bake or fetch it again.",
  },
  blob_corrupt: {
    area: "files",
    meaning: "Stored content no longer has the digest that names it.",
    fix: "Remove the file and bake again; check the disk.",
  },

  // tools: the file and its definitions
  tools_file_not_found: {
    area: "tools",
    meaning: "The tools file does not exist.",
    fix: "Check the path given to --tools.",
  },
  tools_file_unreadable: {
    area: "tools",
    meaning: "The tools file is not a readable regular file of acceptable size.",
    fix: "Give --tools one Python file that you may read.",
  },
  tools_file_import_failed: {
    area: "tools",
    meaning: "Importing the tools file failed.",
    fix: "Run the file with Python and correct the exception at the line named.",
  },
  no_tools_found: {
    area: "tools",
    meaning: "The tools file defines no @edge_tool function.",
    fix: "Decorate at least one function with @edge_tool.",
  },
  python_not_found: {
    area: "tools",
    meaning: "No Python 3.11 or newer interpreter was found.",
    fix: "Install python3, activate a virtual environment, or set EDGE_PYTHON.",
  },
  invalid_tool_name: {
    area: "tools",
    meaning: "A tool's name does not match [A-Za-z_][A-Za-z0-9_]{0,63}.",
    fix: "Rename the function or set name=.",
  },
  invalid_tool_definition: {
    area: "tools",
    meaning: "A decorator argument or a function form is not supported.",
    fix: "Correct the tool at the line named; docs/tools.md lists what is accepted.",
  },
  duplicate_tool_name: {
    area: "tools",
    meaning: "Two tools resolve to the same name.",
    fix: "Rename one.",
  },
  missing_parameter_type_hint: {
    area: "tools",
    meaning: "A parameter has no type hint.",
    fix: "Add a hint from the table of supported types.",
  },
  unsupported_type_hint: {
    area: "tools",
    meaning: "A parameter's hint cannot be expressed as a closed schema.",
    fix: "Use str, int, float, bool, Literal, Optional or list of these.",
  },
  invalid_parameter_default: {
    area: "tools",
    meaning: "A parameter's default is not a value of its type, or not one that a contract can hold.",
    fix: "Change the default, or make the parameter Optional.",
  },
  unsupported_permission: {
    area: "tools",
    meaning: "A permission other than read_local was declared.",
    fix: 'Use permissions=["read_local"] or leave it out.',
  },
  unsupported_execution_level: {
    area: "tools",
    meaning: "A tool's execution level is none of read, prepare, commit.",
    fix: "Set execution_level to one of them.",
  },
  invalid_output_schema: {
    area: "tools",
    meaning: "A declared output_schema is not a closed object schema.",
    fix: 'Declare type "object", properties, required and additionalProperties False.',
  },
  return_direct_output_schema_required: {
    area: "tools",
    meaning:
      "A direct-return tool (prepare and commit are always such) lacks return_direct or a closed output_schema.",
    fix: "Set return_direct=True and add a closed output_schema.",
  },
  active_tool_limit_exceeded: {
    area: "tools",
    meaning: "More than 8 tools are active.",
    fix: "Select with --tool or --tool-tag.",
  },
  unknown_tool_selection: {
    area: "tools",
    meaning: "--tool or --tool-tag names nothing in the tools file.",
    fix: "Use a name or tag that edge tools inspect prints.",
  },

  // calls
  unknown_tool: {
    area: "calls",
    meaning: "The model called a tool outside the frozen active set.",
    fix: "Usually nothing: the call is not run. Improve names and descriptions when it recurs.",
  },
  malformed_tool_call: {
    area: "calls",
    meaning: "The model's text looks like a tool call but is not one strict JSON object.",
    fix: "Use --decoding constrained.",
  },
  invalid_tool_args: {
    area: "calls",
    meaning: "The model sent unknown, missing or mistyped arguments.",
    fix: "Usually retried automatically; when it recurs, make names and descriptions less ambiguous.",
  },
  tool_call_limit_exceeded: {
    area: "calls",
    meaning: "The model asked for more calls than one prompt allows.",
    fix: "Ask for less in one prompt, or give one tool that does it in one call.",
  },
  call_grammar_too_large: {
    area: "calls",
    meaning: "The grammar of the active set's calls has too many rules or bytes, or lists nested too deep.",
    fix: "Select fewer tools, or give them fewer parameters and shorter Literals.",
  },
  tools_file_changed: {
    area: "calls",
    meaning: "The tools file is not the one that this session froze.",
    fix: "Start a new chat session.",
  },
  runner_timeout: {
    area: "calls",
    meaning: "A tool ran longer than 10 seconds and was killed.",
    fix: "Keep tools fast and local.",
  },
  runner_failed: {
    area: "calls",
    meaning: "The runner ended without a result that can be trusted.",
    fix: "Tools must return, not exit the interpreter; see the runner's stderr.",
  },
  tool_execution_failed: {
    area: "calls",
    meaning: "The tool raised an exception.",
    fix: "Correct the tool; return a normal payload for cases that the model should reason about.",
  },
  tool_result_oversized: {
    area: "calls",
    meaning: "The result is over 64 KB of canonical JSON.",
    fix: "Return a bounded dict.",
  },
  unsupported_tool_result: {
    area: "calls",
    meaning: "The result is not JSON-serializable, or holds a number that JSON cannot carry safely.",
    fix: "Return plain dicts, lists, strings and numbers; large integers as strings.",
  },
  tool_result_schema_mismatch: {
    area: "calls",
    meaning: "The result does not match the declared output_schema.",
    fix: "Fix the tool's result; it will not be delivered.",
  },
  isolation_unavailable: {
    area: "calls",
    meaning:
      "The isolation that was asked for could not be set up, or could not be proven; the tool did not run.",
    fix: "Allow namespaces on this system, or leave --isolate out.",
  },

  // facts and manifests
  facts_store_not_found: {
    area: "facts",
    meaning: "There is no facts store of this name, or it cannot be read.",
    fix: "Import facts first with edge demo facts import FILE --store NAME.",
  },
  invalid_facts_store_name: {
    area: "facts",
    meaning: "A facts store's name does not match [A-Za-z0-9][A-Za-z0-9_.-]{0,63}.",
    fix: "Give --store or --facts-store a name of this form; it is a name, not a path.",
  },
  invalid_facts_store: {
    area: "facts",
    meaning:
      "The file of a facts store is damaged, is not one that this program wrote, or others may change it.",
    fix: "Take away the rights of others (chmod go-w), or remove the file named and import the facts again.",
  },
  unsupported_facts_store_version: {
    area: "facts",
    meaning: "The facts store was written by a newer version of this program.",
    fix: "Update neural-imprint, or import the facts into another store.",
  },
  facts_store_busy: {
    area: "facts",
    meaning: "Another process was writing to the facts store for longer than this one waits.",
    fix: "Run it again when the other import has ended.",
  },
  facts_store_full: {
    area: "facts",
    meaning: "The store would hold more facts than one store may.",
    fix: "Import into another store.",
  },
  facts_engine_unavailable: {
    area: "facts",
    meaning:
      "SQLite could not be loaded: its package has no build for this platform, or it was not installed.",
    fix: "Install neural-imprint with its optional dependencies on a platform that docs/facts.md lists.",
  },
  fact_not_found: {
    area: "facts",
    meaning: "The store holds no fact under this id.",
    fix: "Use an id that edge demo facts list prints.",
  },
  invalid_facts_file: {
    area: "facts",
    meaning:
      "The file is not a valid edge.demo.facts.v1 document, or facts that were to be stored break its limits.",
    fix: "Correct the fields named; docs/facts.md has the form.",
  },
  invalid_tools_manifest: {
    area: "facts",
    meaning: "The file is not a valid edge.demo.tools.manifest.v1 document.",
    fix: "Correct the fields named; docs/facts.md has the form.",
  },

  // facts from the web
  invalid_web_address: {
    area: "facts",
    meaning: "The address is not an http or https URL without a user name and password.",
    fix: "Give one whole URL.",
  },
  web_request_failed: {
    area: "facts",
    meaning: "The server could not be reached, broke off, or did not answer with 200.",
    fix: "Check the address and the network; nothing was stored.",
  },
  web_timeout: {
    area: "facts",
    meaning: "The page did not arrive in time.",
    fix: "Try again later; nothing was stored.",
  },
  web_redirect_refused: {
    area: "facts",
    meaning: "The page leads to another place than the one that was named, or leads on too often.",
    fix: "Give the address where it leads to, if you trust it.",
  },
  web_page_too_large: {
    area: "facts",
    meaning: "The page has more bytes or links, or makes more text, than may be read.",
    fix: "Take the facts from a smaller page, or put them into a facts file.",
  },
  unsupported_web_content: {
    area: "facts",
    meaning:
      "The page is not text of a type that can be read, comes compressed, or is not text in the charset it declares.",
    fix: "Give a page of HTML or plain text.",
  },
  no_facts_found: {
    area: "facts",
    meaning: "The page or pages hold no text that could be a fact.",
    fix: "Pages that scripts fill stay empty here; --split html-table-rows needs a table.",
  },

  // actions that need a confirmation
  tool_confirmation_required: {
    area: "confirmation",
    meaning: "A commit tool was reached without explicit confirmation.",
    fix: "Use the pending action and the exact edge tools confirm command that the chat returned.",
  },
  pending_action_not_found: {
    area: "confirmation",
    meaning: "There is no pending action at this path.",
    fix: "Use the path that the chat returned; edge tools pending list shows what is there.",
  },
  pending_actions_unreadable: {
    area: "confirmation",
    meaning: "What lies where pending actions are kept is not a folder that can be read.",
    fix: "Look at the path that is named, and at EDGE_DATA_DIR.",
  },
  invalid_pending_action: {
    area: "confirmation",
    meaning: "The file is not a pending action that this program wrote and that only its owner can change.",
    fix: "Ask for the action again.",
  },
  confirmation_token_invalid: {
    area: "confirmation",
    meaning: "The token is not the one of this pending action; it changed nothing.",
    fix: "Use the exact command that the chat returned.",
  },
  confirmation_token_expired: {
    area: "confirmation",
    meaning:
      "The pending action is no longer valid: its time is over, the clock was moved, or the machine was restarted.",
    fix: "Ask for the action again and confirm it in time.",
  },
  confirmation_token_claimed: {
    area: "confirmation",
    meaning: "The pending action was confirmed before; an action runs at most once.",
    fix: "Read its receipt; one that is still being run gets it at its end, and confirming again then names it.",
  },
  confirmation_binding_changed: {
    area: "confirmation",
    meaning:
      "What was to be confirmed is not what was proposed: the tools file, the active set, the schema, the arguments, the level or the place of the pending file.",
    fix: "Ask for the action again with the tools as they are now.",
  },
  unknown_outcome: {
    area: "confirmation",
    meaning: "A confirmed action began and its end is not known; it is never run again by itself.",
    fix: "Check in the world whether it took effect; only then ask for it again.",
  },

  // models
  unknown_model: {
    area: "models",
    meaning: "The model reference is neither a catalog entry nor a file.",
    fix: "See edge models list, or give a path to a .gguf file.",
  },
  missing_model: {
    area: "models",
    meaning: "The model is known but not on this machine.",
    fix: "Run the edge models fetch command shown, or add --prepare-model.",
  },
  invalid_model_file: {
    area: "models",
    meaning: "The model file is not a GGUF, is damaged, or lacks what a chat needs.",
    fix: "Fetch it again.",
  },
  unsupported_model_memory: {
    area: "models",
    meaning: "The model's memory is not full attention (sliding window, recurrent or hybrid).",
    fix: "Use a full-attention model such as smollm2-135m-instruct.",
  },
  model_load_failed: {
    area: "models",
    meaning: "The engine refused the model file.",
    fix: "Fetch it again; check memory.",
  },
  engine_unavailable: {
    area: "models",
    meaning: "The inference engine could not be opened.",
    fix: "Install neural-imprint with its dependencies on a supported platform.",
  },
  download_failed: {
    area: "models",
    meaning: "No source delivered the model.",
    fix: "Check the network or pass --source; the command resumes where it stopped.",
  },
  download_incomplete: {
    area: "models",
    meaning: "A source ended before the whole file arrived.",
    fix: "Run the same command again; it resumes.",
  },
  model_hash_mismatch: {
    area: "models",
    meaning: "The fetched file does not have the hash that the catalog names; it was removed.",
    fix: "Try another --source.",
  },

  // bake
  tokenizer_missing_chat_template: {
    area: "bake",
    meaning: "Neither the model nor its catalog entry has a chat template.",
    fix: "Use an instruct model.",
  },
  prefix_render_failed: {
    area: "bake",
    meaning: "The chat template could not render the conversation.",
    fix: "Use a model whose template accepts a system message.",
  },
  prefix_split_marker_missing: {
    area: "bake",
    meaning: "The template has no special token between the system text and the first user turn.",
    fix: "Use a model whose template separates them.",
  },
  prefix_token_ids_empty: {
    area: "bake",
    meaning: "There is nothing to bake: no tools and no profile.",
    fix: "Give --tools or a sample with records.",
  },
  context_too_small: {
    area: "bake",
    meaning: "The prefix or the conversation does not fit the context.",
    fix: "Use fewer tools, a shorter conversation, or a model with a larger context.",
  },
  bake_failed: {
    area: "bake",
    meaning: "The engine did not give a state that can be sealed.",
    fix: "Report it with the model's hash.",
  },
  generation_failed: {
    area: "bake",
    meaning: "The engine failed while generating.",
    fix: "Try again; report it when it recurs.",
  },

  // imprint: the gate
  imprint_path_not_found: {
    area: "imprint",
    meaning: "No file at the path given to --with-imprint.",
    fix: "Give a learn receipt or an imprint file.",
  },
  imprint_path_is_directory: {
    area: "imprint",
    meaning: "--with-imprint names a folder.",
    fix: "Give a learn receipt or an imprint file.",
  },
  invalid_imprint_receipt: {
    area: "imprint",
    meaning: "The receipt given to --with-imprint is not valid.",
    fix: "Give the receipt that learn run wrote.",
  },
  unsupported_imprint_receipt_schema: {
    area: "imprint",
    meaning: "The receipt has a schema that names no imprint.",
    fix: "Give a learn receipt.",
  },
  imprint_file_unsafe: {
    area: "imprint",
    meaning: "The imprint file's type, owner, mode or size is not acceptable.",
    fix: "Use a regular file of your own that others cannot write.",
  },
  imprint_digest_mismatch: {
    area: "imprint",
    meaning: "The imprint file's bytes do not have the expected digest.",
    fix: "Relearn, or restore the file from where it came.",
  },
  imprint_container_invalid: {
    area: "imprint",
    meaning: "The file is not a well-formed imprint container.",
    fix: "Relearn.",
  },
  imprint_header_invalid: {
    area: "imprint",
    meaning: "The imprint's header is not of a known schema or not in canonical form.",
    fix: "Relearn with this release.",
  },
  imprint_requires_tools: {
    area: "imprint",
    meaning: "The imprint was learned with tools; the chat runs without --tools.",
    fix: "Pass the matching tools file.",
  },
  imprint_tool_active_set_mismatch: {
    area: "imprint",
    meaning: "The active set of tools differs from the learned one.",
    fix: "Choose the same tools, or relearn.",
  },
  imprint_tool_schema_mismatch: {
    area: "imprint",
    meaning: "A tool's schema differs from the learned contract.",
    fix: "Relearn, or restore the original signature.",
  },
  imprint_model_mismatch: {
    area: "imprint",
    meaning: "The imprint was baked on another model.",
    fix: "Use the model it was learned with, or relearn.",
  },
  imprint_tokenizer_mismatch: {
    area: "imprint",
    meaning: "The imprint was baked with another tokenizer.",
    fix: "Use the model it was learned with, or relearn.",
  },
  imprint_template_mismatch: {
    area: "imprint",
    meaning: "The imprint was baked with another chat template.",
    fix: "Use the template it was learned with, or relearn.",
  },
  imprint_engine_mismatch: {
    area: "imprint",
    meaning: "The imprint was baked with another engine release or other K/V settings.",
    fix: "Relearn with the engine installed here.",
  },
  imprint_state_invalid: {
    area: "imprint",
    meaning: "The engine state inside the imprint is not what the model's memory demands.",
    fix: "Relearn.",
  },
  imprint_prefix_mismatch: {
    area: "imprint",
    meaning: "Contract, profile and template do not render to the token ids stored in the state.",
    fix: "Relearn.",
  },
  imprint_restore_failed: {
    area: "imprint",
    meaning: "The engine did not load the state, or what it loaded is not what was admitted.",
    fix: "Relearn; the base model stays usable without --with-imprint.",
  },

  // learn
  unknown_sample: {
    area: "learn",
    meaning: "No built-in sample of this name.",
    fix: "Use one that the message lists, or --sample-file.",
  },
  invalid_learn_sample: {
    area: "learn",
    meaning: "The sample file is not a valid learn sample.",
    fix: "Correct the fields named.",
  },

  // evaluation
  eval_set_not_found: {
    area: "eval",
    meaning: "There is no evaluation set of this name, or its files are not where they are looked for.",
    fix: "Put the folder bfcl_eval/data of the Python package bfcl-eval at <data folder>/eval/bfcl, or name it with --bfcl-dir or EDGE_BFCL_DIR; any other set is a path.",
  },
  invalid_eval_set: {
    area: "eval",
    meaning: "A file of questions breaks its form, or asks for what the tools given do not have.",
    fix: "Correct the line named, or give the tools that the set was written for; docs/evaluation.md has the form.",
  },
  invalid_eval_run: {
    area: "eval",
    meaning: "A file of an evaluation run is not one that this program wrote, or is damaged.",
    fix: "Run the evaluation again in another folder.",
  },
  eval_run_differs: {
    area: "eval",
    meaning: "The folder holds an evaluation run of another plan: another set, model, imprint or setting.",
    fix: "Name another folder with --out, or --fresh to throw the old run away.",
  },
  eval_run_busy: {
    area: "eval",
    meaning: "Another process is writing into this evaluation run.",
    fix: "Wait until it has ended, or name another folder with --out.",
  },
  eval_runs_differ: {
    area: "eval",
    meaning: "Two evaluation runs cannot be compared: another set, other questions, or no setting in common.",
    fix: "Compare finished runs of the same set, asked the same way.",
  },
  invalid_training_checkpoint: {
    area: "training",
    meaning:
      "A checkpoint is damaged, or belongs to a training run of other tools, rows, settings or backend.",
    fix: "Train from the beginning, without --resume.",
  },
  training_run_busy: {
    area: "training",
    meaning: "Another process trains the same prefix on the same rows.",
    fix: "Wait until it has ended, or train with another --seed.",
  },

  // training
  invalid_practice_examples: {
    area: "training",
    meaning:
      "A file of examples breaks its form, repeats a prompt, or has a call that the contract does not accept.",
    fix: "Correct the line named; each is {prompt, tool_name, arguments} or {prompt, answer}.",
  },
  unsupported_training_model: {
    area: "training",
    meaning:
      "The model has an architecture, a setting or a tensor that training does not follow, or is too large.",
    fix: "Train a model of architecture llama, qwen2, qwen3 or gemma3; chats with this one need no training.",
  },
  unsupported_weight_type: {
    area: "training",
    meaning: "The model's weights are stored in a type that training cannot read.",
    fix: "Use a file of the model in F32, F16, BF16, Q8_0, Q4_0, Q4_1, Q5_0, Q5_1, Q4_K, Q5_K or Q6_K.",
  },
  backend_unavailable: {
    area: "training",
    meaning: "The tensor library that was asked for is not on this machine or does not open, or none does.",
    fix: "Run edge doctor, which says why and how to get each one, or leave --backend out.",
  },
  backend_build_failed: {
    area: "training",
    meaning: "The native backend could not be built: something it needs is missing, or did not do its part.",
    fix: "Install what the message names and run edge backends build again; training works without it, slower.",
  },
} as const satisfies Record<string, ErrorEntry>;

/** Every code that this product can end with. */
export type ErrorCode = keyof typeof table;

export const errorTable: Readonly<Record<ErrorCode, ErrorEntry>> = table;
