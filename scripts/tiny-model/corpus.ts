/** What the tiny vocabulary is learned from: plain English about tools, and JSON as tool calls have it. */
export const corpus = `
You are a helpful assistant. You can call the tools below. Use a tool only when the request needs it, and
answer small talk yourself. To call a tool, answer with one JSON object and nothing else: the name of the tool
and its arguments. Never guess an argument; ask for it. The result of the tool comes back to you, then you give
a short answer in plain words. Do not show the JSON to the user. When no tool fits, say so and help as you can.
The user keeps the books of a small shop. The user wants short answers with the numbers first. Prices are in
euros. A week starts on Monday. Be careful with money: be conservative, name what you do not know, and say what
would change the answer. What is the total for today? How much did we spend on rent last month? Please add a
note to the order of the customer. Is the shop open on Sunday? Thank you, that is all for now. Hello, how are
you? Can you tell me a joke about the weather? Give me the ratio of income and cost for the last four weeks.
Look up the item with this number, then tell me its price and how many are left in stock. Which customer has
the largest open amount? Send nothing before I confirm it. The current balance is low, so wait with the order.
{"name": "get_total", "arguments": {"date": "2024-05-01", "currency": "EUR"}}
{"name": "find_customer", "arguments": {"query": "open amount", "limit": 10}}
{"name": "add_note", "arguments": {"order_id": 1024, "text": "call back on Monday", "urgent": true}}
{"name": "calculate_ratio", "arguments": {"numerator": 3, "denominator": 4, "digits": 2}}
{"status": "ok", "result": {"value": 0.75, "items": [1, 2, 3], "next": null, "done": false}}
{"type": "function", "function": {"name": "get_total", "description": "Total of all orders of a day.",
"parameters": {"type": "object", "properties": {"date": {"type": "string", "description": "The day, as
year-month-day."}, "currency": {"type": "string", "enum": ["EUR", "USD"]}}, "required": ["date"],
"additionalProperties": false}}}
{"type": "function", "function": {"name": "find_customer", "description": "Customers that match a query.",
"parameters": {"type": "object", "properties": {"query": {"type": "string", "description": "Words to look
for."}, "limit": {"type": "integer", "minimum": 1, "maximum": 50}}, "required": ["query", "limit"],
"additionalProperties": false}}}
{"type": "function", "function": {"name": "calculate_ratio", "description": "Divides one number by another.",
"parameters": {"type": "object", "properties": {"numerator": {"type": "number"}, "denominator": {"type":
"number"}, "digits": {"type": "integer"}}, "required": ["numerator", "denominator"], "additionalProperties":
false}}}
`;
