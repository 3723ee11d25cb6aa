# The files that `cmake --install` puts under a prefix, by components, and the Debian packages that `cpack` makes of them. Everything finds
# its parts by its own place, so that the prefix may be moved.
include(GNUInstallDirs)
set(share ${CMAKE_INSTALL_DATADIR}/talus)

option(TALUS_INSTALL_RPATH "The installed executable keeps the paths of libraries outside the system's folders" ON)
set_target_properties(talus PROPERTIES INSTALL_RPATH_USE_LINK_PATH ${TALUS_INSTALL_RPATH})
install(TARGETS talus RUNTIME DESTINATION ${CMAKE_INSTALL_BINDIR} COMPONENT talus)
install(DIRECTORY input/ DESTINATION ${share}/input COMPONENT talus
  FILES_MATCHING PATTERN "*.yaml" PATTERN "*.urdf" PATTERN "*.stl" PATTERN "*.txt" PATTERN "README.md")

# Scripts that a person runs without this tree.
install(PROGRAMS jobscripts/run.slurm jobscripts/sweep.slurm jobscripts/scaling.sh jobscripts/scaling-strong.slurm jobscripts/scaling-weak.slurm
  jobscripts/verify.sh jobscripts/verify.py jobscripts/env.sh jobscripts/options.sh jobscripts/slurm.sh jobscripts/beds.sh
  DESTINATION ${share}/jobscripts COMPONENT talus)
install(PROGRAMS jobscripts/launch/mpirun DESTINATION ${share}/jobscripts/launch COMPONENT talus)
install(FILES jobscripts/completion/talus DESTINATION ${CMAKE_INSTALL_DATADIR}/bash-completion/completions COMPONENT talus)
configure_file(jobscripts/module/talus.in ${CMAKE_BINARY_DIR}/package/module @ONLY)
install(FILES ${CMAKE_BINARY_DIR}/package/module DESTINATION ${share}/modulefiles/talus RENAME ${PROJECT_VERSION} COMPONENT talus)

set(manual ${CMAKE_BINARY_DIR}/package/man1)  # made when it is installed: only --help of the executable has its text
install(CODE "execute_process(COMMAND \"${CMAKE_COMMAND}\" \"-DTALUS=$<TARGET_FILE:talus>\" -DVERSION=${PROJECT_VERSION} \"-DOUT=${manual}\"
  -P \"${CMAKE_SOURCE_DIR}/cmake/manpages.cmake\" COMMAND_ERROR_IS_FATAL ANY)" COMPONENT talus)
install(DIRECTORY ${manual} DESTINATION ${CMAKE_INSTALL_MANDIR} COMPONENT talus)

# The Python package stands next to the scripts that use it; a link leads there from where Debian's Python looks.
install(DIRECTORY postproc/ DESTINATION ${share}/postproc USE_SOURCE_PERMISSIONS COMPONENT python
  FILES_MATCHING PATTERN "*.py" PATTERN "py.typed" PATTERN "README.md" PATTERN "viewer/viewer.js" PATTERN "viewer/*.css" PATTERN "viewer/*.html"
  PATTERN "viewer/LICENSE-three.txt" PATTERN src EXCLUDE PATTERN node_modules EXCLUDE PATTERN __pycache__ EXCLUDE)
file(MAKE_DIRECTORY ${CMAKE_BINARY_DIR}/package)
file(CREATE_LINK ../../../share/talus/postproc/talus ${CMAKE_BINARY_DIR}/package/talus SYMBOLIC)
install(FILES ${CMAKE_BINARY_DIR}/package/talus DESTINATION lib/python3/dist-packages COMPONENT python)

install(DIRECTORY docs/ DESTINATION ${CMAKE_INSTALL_DOCDIR}/docs COMPONENT doc PATTERN drills EXCLUDE PATTERN __pycache__ EXCLUDE)
install(DIRECTORY ${CMAKE_BINARY_DIR}/docs/html DESTINATION ${CMAKE_INSTALL_DOCDIR} COMPONENT doc OPTIONAL)  # of the target docs
install(FILES README.md CHANGELOG.md CONTRIBUTING.md DESTINATION ${CMAKE_INSTALL_DOCDIR} COMPONENT doc)

set(CPACK_GENERATOR DEB)
set(CPACK_PACKAGE_CONTACT "The Talus developers <talus@localhost>")
set(CPACK_PACKAGE_DESCRIPTION_SUMMARY "${PROJECT_DESCRIPTION}")
set(CPACK_PACKAGING_INSTALL_PREFIX /usr)
set(CPACK_STRIP_FILES ON)
set(CPACK_COMPONENTS_ALL talus python doc)
set(CPACK_DEB_COMPONENT_INSTALL ON)
set(CPACK_DEBIAN_FILE_NAME DEB-DEFAULT)
set(CPACK_DEBIAN_PACKAGE_SECTION science)
set(CPACK_DEBIAN_TALUS_PACKAGE_SHLIBDEPS ON)
set(CPACK_DEBIAN_TALUS_PACKAGE_NAME talus)
set(CPACK_DEBIAN_TALUS_PACKAGE_DEPENDS openmpi-bin)
set(CPACK_DEBIAN_TALUS_PACKAGE_RECOMMENDS "python3-talus (= ${PROJECT_VERSION})")
set(CPACK_DEBIAN_TALUS_PACKAGE_SUGGESTS talus-doc)
set(CPACK_DEBIAN_PYTHON_PACKAGE_NAME python3-talus)
set(CPACK_DEBIAN_PYTHON_PACKAGE_ARCHITECTURE all)
set(CPACK_DEBIAN_PYTHON_PACKAGE_DEPENDS "python3 (>= 3.9), python3-numpy, python3-h5py, python3-matplotlib")
set(CPACK_DEBIAN_PYTHON_PACKAGE_RECOMMENDS talus)
set(CPACK_DEBIAN_PYTHON_PACKAGE_SUGGESTS "paraview, python3-paraview, xvfb")
set(CPACK_DEBIAN_DOC_PACKAGE_NAME talus-doc)
set(CPACK_DEBIAN_DOC_PACKAGE_ARCHITECTURE all)
set(CPACK_COMPONENT_TALUS_DESCRIPTION "Executable, example decks, job scripts and manual pages.")
set(CPACK_COMPONENT_PYTHON_DESCRIPTION "Python package and scripts: scenes, results, reports.")
set(CPACK_COMPONENT_DOC_DESCRIPTION "Guide and reference.")
foreach(component talus python doc)
  string(TOUPPER ${component} name)
  install(FILES LICENSE DESTINATION ${CMAKE_INSTALL_DATADIR}/doc/${CPACK_DEBIAN_${name}_PACKAGE_NAME} RENAME copyright COMPONENT ${component})
endforeach()
include(CPack)
