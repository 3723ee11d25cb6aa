# Manual pages from --help: cmake -DTALUS=<executable> -DVERSION=<version> -DOUT=<folder> -P manpages.cmake
# writes OUT/talus.1 and OUT/talus-COMMAND.1 of every command.

function(roff_escaped text result)
  string(REPLACE "\\" "\\e" text "${text}")
  string(REPLACE "-" "\\-" text "${text}")
  string(REGEX REPLACE "(^|\n)([.'])" "\\1\\\\&\\2" text "${text}")
  set(${result} "${text}" PARENT_SCOPE)
endfunction()

# The first line of the help is what the command does, the usage follows.
function(manual_page name help also)
  string(REGEX MATCH "^[^\n]*" what "${help}")
  string(REGEX REPLACE "^Talus: " "" what "${what}")
  string(REGEX MATCH "Usage: ([^\n]*)" usage "${help}")
  set(usage "${CMAKE_MATCH_1}")
  string(REGEX REPLACE ".*Usage: [^\n]*\n" "" rest "${help}")
  string(TOUPPER "${name}" title)
  foreach(part name title what usage rest)
    roff_escaped("${${part}}" ${part}_)
  endforeach()
  file(WRITE ${OUT}/${name}.1 ".TH ${title_} 1 \"\" \"Talus ${VERSION}\" \"Talus\"\n.SH NAME\n${name_} \\- ${what_}\n.SH SYNOPSIS\n.B ${usage_}\n"
    ".SH DESCRIPTION\n.nf\n${rest_}.fi\n.SH SEE ALSO\n${also}\n")
endfunction()

execute_process(COMMAND ${TALUS} --help OUTPUT_VARIABLE help COMMAND_ERROR_IS_FATAL ANY)
string(REGEX REPLACE ".*Subcommands:\n" "" listed "${help}")
string(REGEX REPLACE "\n\n.*" "" listed "${listed}")
string(REGEX MATCHALL "(^|\n)  [a-z]+" commands "${listed}")
string(REGEX REPLACE "[ \n]+" "" commands "${commands}")
file(REMOVE_RECURSE ${OUT})
set(pages "")
foreach(command ${commands})
  execute_process(COMMAND ${TALUS} ${command} --help OUTPUT_VARIABLE text COMMAND_ERROR_IS_FATAL ANY)
  manual_page(talus-${command} "${text}" ".BR talus (1)")
  string(APPEND pages ".BR talus\\-${command} (1)\n")
endforeach()
manual_page(talus "${help}" "${pages}")
